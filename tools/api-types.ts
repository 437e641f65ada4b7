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
type Body = { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
type Operation = { readonly requestBody?: Body; readonly responses: Readonly<Record<string, unknown>> };
type Push = { readonly post: { readonly summary: string; readonly requestBody: Body } };
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, Push>>;
  readonly components: { readonly schemas: Schemas };
};

const HEAD = '// Made from docs/openapi.json by `npm run generate`. Not to be changed by hand.\n';
const PARTNER_API = /^\/(v3|sandbox)\//;
const ERROR_CODE = '#/components/schemas/ErrorCode';
const LONGEST_UNION = 100;
const REFERENCE = /#\/components\/schemas\/(\w+)/g;

/** TypeScript for every named form that a partner sends or gets, for the codes of refusals, and for what each event tells. */
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
  const told = eventData(webhooks);
  const names = [...reachable([answers, told, ERROR_CODE], schemas, new Set(sent))].sort();
  const forms = names.map((name) => formOf(name, schemas[name] as Schema, sent.has(name)));
  return [HEAD, ...forms, formOf('EventData', told, false)].join('\n').replaceAll(/ +$/gm, '');
}

function formOf(name: string, schema: Schema, isSent: boolean): string {
  return `${comment(schema, '')}export type ${name} = ${writerOf(isSent)(schema, '')};\n`;
}

/** Every type of event with its `data`. */
function eventData(webhooks: Document['webhooks']): Schema {
  const told = Object.entries(webhooks).map(([type, { post }]) => {
    const { data } = post.requestBody.content['application/json'].schema.properties as { data: Schema };
    return [type, { ...data, description: post.summary }] as const;
  });
  const required = told.map(([type]) => type);
  return {
    type: 'object',
    description: 'What each type of event tells',
    properties: Object.fromEntries(told),
    required,
  };
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
    const alternatives = either?.map((one) => typeOf(one, indent));
    if (alternatives !== undefined) return unionOf(alternatives, indent);
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
