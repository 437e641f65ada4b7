import { isDeepStrictEqual } from 'node:util';
import { SHOWN_AS } from './schema.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** Shown as they are: they may look like a schema without being one. */
const VALUES = new Set(['examples', 'example', 'default', 'const', 'enum']);
const NULL = { type: 'null' };

/**
 * A schema with a title becomes a component of that name, and every use of it a reference: whoever makes types of the document gets
 * the names. Where null is allowed too, the use says so, not the component.
 */
export function nameSchemas<T>(value: T): { value: T; schemas: Record<string, Schema> } {
  const schemas: Record<string, Schema> = {};

  function shown(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(shown);
    if (typeof node !== 'object' || node === null) return node;
    if (SHOWN_AS in node) return shown(node[SHOWN_AS]);
    const parts = Object.entries(node).map(([key, part]) => [key, VALUES.has(key) ? part : shown(part)]);
    const { title, ...schema } = Object.fromEntries(parts) as Schema;
    if (title === undefined) return schema;
    if (typeof title !== 'string') return { title, ...schema };
    const reference = { $ref: `#/components/schemas/${title}` };
    const types = [schema.type].flat();
    if (!types.includes('null')) return keep(title, schema, reference);
    const others = types.filter((type) => type !== 'null');
    const component = { ...schema, type: others.length === 1 ? others[0] : others };
    return { anyOf: [keep(title, component, reference), NULL] };
  }

  function keep(title: string, schema: Schema, reference: Schema): Schema {
    if (schemas[title] !== undefined && !isDeepStrictEqual(schemas[title], schema))
      throw new Error(`two different schemas have the title ${title}`);
    schemas[title] = schema;
    return reference;
  }

  return { value: shown(value) as T, schemas };
}
