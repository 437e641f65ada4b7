type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
};
type Schemas = Readonly<Record<string, Schema>>;
type Operation = { readonly requestBody?: unknown; readonly responses: Readonly<Record<string, unknown>> };
export type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks?: unknown;
  readonly components: { readonly schemas: Schemas };
};

const HEAD = '// Made from docs/openapi.json by `npm run generate`. Not to be changed by hand.\n';
const PARTNER_API = /^\/(v3|sandbox)\//;
const ERROR_CODE = '#/components/schemas/ErrorCode';
const LONGEST_UNION = 100;
const REFERENCE = /#\/components\/schemas\/(\w+)/g;

/** TypeScript for every named form that a partner sends or gets, and for the codes of refusals. */
export function apiTypes({ paths, webhooks, components: { schemas } }: Document): string {
  const operations = Object.entries(paths)
    .filter(([path]) => PARTNER_API.test(path))
    .flatMap(([, methods]) => Object.values(methods));
  const answers = operations.flatMap(({ responses }) =>
    Object.entries(responses).filter(([status]) => status.startsWith('2')),
  );
  const sent = reachable(
    operations.map(({ requestBody }) => requestBody),
    schemas,
  );
  const names = [...reachable([answers, webhooks, ERROR_CODE], schemas, new Set(sent))].sort();
  const forms = names.map((name) => {
    const schema = schemas[name] as Schema;
    return `${comment(schema, '')}export type ${name} = ${writerOf(sent.has(name))(schema, '')};\n`;
  });
  return [HEAD, ...forms].join('\n').replaceAll(/ +$/gm, '');
}

function reachable(from: unknown, schemas: Schemas, found = new Set<string>()): Set<string> {
  for (const [, name] of JSON.stringify(from ?? null).matchAll(REFERENCE)) {
    if (name === undefined || found.has(name)) continue;
    found.add(name);
    reachable(schemas[name], schemas, found);
  }
  return found;
}

/** Lists that are sent may be such as nobody can change. */
function writerOf(isSent: boolean): (schema: Schema, indent: string) => string {
  function typeOf(schema: Schema, indent: string): string {
    if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) as string;
    if (schema.const !== undefined) return literal(schema.const);
    if (schema.enum !== undefined) return unionOf(schema.enum.map(literal), indent);
    const either = schema.anyOf ?? schema.oneOf;
    if (either !== undefined) return either.map((one) => typeOf(one, indent)).join(' | ');
    const types = [schema.type ?? 'unknown'].flat();
    // Ids may also be sent as numbers, for languages that write them so. In JavaScript a number of 19 digits would lose some.
    const kept = types.includes('string') ? types.filter((type) => type !== 'number') : types;
    return kept.map((type) => plainType(type, schema, indent)).join(' | ');
  }

  function plainType(type: string, schema: Schema, indent: string): string {
    if (type === 'integer') return 'number';
    if (type === 'array') return `${isSent ? 'readonly ' : ''}${inList(typeOf(schema.items ?? {}, indent))}[]`;
    if (type === 'object') return objectType(schema, indent);
    return type;
  }

  function objectType({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
    const inner = `${indent}  `;
    const fields = Object.entries(properties).map(([name, schema]) => {
      const isOptional = !required.includes(name);
      return `${comment(schema, inner)}${inner}${name}${isOptional ? '?' : ''}: ${typeOf(schema, inner)};\n`;
    });
    if (fields.length > 0) return `{\n${fields.join('')}${indent}}`;
    const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown';
    return `Record<string, ${value}>`;
  }

  return typeOf;
}

function inList(item: string): string {
  return item.includes(' | ') && !item.startsWith('{') ? `(${item})` : item;
}

/** In one line where it fits. */
function unionOf(types: readonly string[], indent: string): string {
  const line = types.join(' | ');
  return line.length <= LONGEST_UNION ? line : types.map((type) => `\n${indent}  | ${type}`).join('');
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function comment({ description }: Schema, indent: string): string {
  return description === undefined ? '' : `${indent}/** ${description.replaceAll('\n', ' ')} */\n`;
}
