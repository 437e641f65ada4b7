/** As much of an OpenAPI document as the reference shows. */
type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
};
type Content = Readonly<Record<string, { readonly schema?: Schema }>>;
type Answer = { readonly description: string; readonly content?: Content };
type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
};
type OperationObject = {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
};
export type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  /** What is pushed, by the type of the event. */
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
};

export type Field = {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly fields: readonly Field[];
};
export type Operation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Field[];
  readonly body: readonly Field[];
  readonly answers: readonly {
    readonly status: string;
    readonly description: string;
    readonly fields: readonly Field[];
  }[];
  readonly example: string;
};
export type Chapter = {
  readonly name: string;
  /** Its page is named by it. */
  readonly slug: string;
  readonly description: string;
  readonly operations: readonly Operation[];
};

const BASE = 'https://localhost:8443';
/** In the place of a method where it is we who call. */
const PUSH = 'push';
/** Deeper than any form of ours: a form that holds itself ends here. */
const DEEPEST = 8;

const slugOf = (name: string): string => name.toLowerCase().replaceAll(' ', '-');

/** The reference as chapters by tag, in the order of the document. A call that has two tags is in both. */
export function chaptersOf(document: Document): Chapter[] {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, object]) => ({ object, shown: operationOf(document, method, path, object) })),
  );
  const pushes = Object.entries(document.webhooks ?? {}).flatMap(([type, methods]) =>
    Object.values(methods).map((object) => ({ object, shown: operationOf(document, PUSH, type, object) })),
  );
  const operations = [...calls, ...pushes];
  return (document.tags ?? [])
    .map(({ name, description = '' }) => ({
      name,
      slug: slugOf(name),
      description,
      operations: operations.filter(({ object }) => object.tags?.includes(name)).map(({ shown }) => shown),
    }))
    .filter((chapter) => chapter.operations.length > 0);
}

function operationOf(document: Document, method: string, path: string, object: OperationObject): Operation {
  const verb = method.toUpperCase();
  const body = schemaIn(object.requestBody?.content);
  return {
    id: object.operationId ?? slugOf(`${method}${path.replace(/\W+/g, ' ')}`.trim()),
    method: verb,
    path,
    summary: object.summary ?? `${verb} ${path}`,
    description: object.description ?? '',
    parameters: (object.parameters ?? []).map(({ name, in: where, required, description, schema = {} }) => ({
      name,
      type: `${where}, ${typeOf(document, schema)}`,
      isRequired: required === true,
      description: description ?? '',
      fields: [],
    })),
    body: body === undefined ? [] : fieldsOf(document, body),
    answers: Object.entries(object.responses).map(([status, { description, content }]) => ({
      status,
      description,
      fields: /^[45]/.test(status) ? [] : fieldsOf(document, schemaIn(content) ?? {}),
    })),
    example: method === PUSH ? '' : curlOf(document, verb, path, object, body),
  };
}

const schemaIn = (content: Content | undefined): Schema | undefined => Object.values(content ?? {})[0]?.schema;

function resolved(document: Document, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  if (name === undefined) return schema;
  const { $ref: _, ...own } = schema;
  return { ...document.components?.schemas?.[name], ...own };
}

const alternativesOf = ({ anyOf, oneOf }: Schema): readonly Schema[] => anyOf ?? oneOf ?? [];
const isNull = ({ type }: Schema) => type === 'null';

/** What stands inside an object, a list of objects, or either of several. */
function fieldsOf(document: Document, given: Schema, depth = 0): Field[] {
  if (depth > DEEPEST) return [];
  const schema = resolved(document, given);
  const whole = [schema, ...(schema.allOf ?? []).map((part) => resolved(document, part))];
  const own = whole.flatMap((part) =>
    Object.entries(part.properties ?? {}).map(([name, property]) => ({
      name,
      type: typeOf(document, property),
      isRequired: part.required?.includes(name) === true,
      description: descriptionOf(resolved(document, property)),
      fields: fieldsOf(document, property, depth + 1),
    })),
  );
  const alternatives = alternativesOf(schema).filter((one) => !isNull(one));
  if (alternatives.length === 1) return [...own, ...fieldsOf(document, alternatives[0] as Schema, depth)];
  const either = alternatives.flatMap((one) => {
    const fields = fieldsOf(document, one, depth + 1);
    if (fields.length === 0) return [];
    return [{ name: nameOf(one), type: 'one of these forms', isRequired: false, description: '', fields }];
  });
  const items = schema.items === undefined ? [] : fieldsOf(document, schema.items, depth + 1);
  return [...own, ...either, ...items];
}

const nameOf = ({ $ref, title }: Schema): string => title ?? $ref?.split('/').at(-1) ?? 'this';

function typeOf(document: Document, given: Schema): string {
  const schema = resolved(document, given);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) return [...new Set(alternatives.map((one) => typeOf(document, one)))].join(' or ');
  if (schema.type === 'array')
    return `list of ${schema.items === undefined ? 'anything' : typeOf(document, schema.items)}`;
  const type = schema.type ?? (schema.properties === undefined ? 'anything' : 'object');
  return typeof type === 'string' ? type : type.join(' or ');
}

function descriptionOf({ description = '', default: usual }: Schema): string {
  if (usual === undefined) return description;
  return [description, `Default: ${JSON.stringify(usual)}.`].filter(Boolean).join(' ');
}

function curlOf(
  document: Document,
  verb: string,
  path: string,
  object: OperationObject,
  body: Schema | undefined,
): string {
  const isSigned = path.startsWith('/v3/') || path.startsWith('/sandbox/');
  const parts = [
    `curl ${verb === 'GET' ? '' : `-X ${verb} `}'${BASE}${path}'`,
    ...(isSigned ? [`-H 'Authorization: hmac <API key>:<timestamp>:<signature>'`, `-H 'Market: HK'`] : []),
    ...(object.tags?.[0] === 'Plus' ? [`-H 'Platform: PLUS'`] : []),
    ...(body === undefined
      ? []
      : [
          `-H 'Content-Type: application/json'`,
          `--data '${JSON.stringify(exampleOf(document, body)).replaceAll("'", "'\\''")}'`,
        ]),
  ];
  return parts.join(' \\\n  ');
}

/** The least that a form asks for, with its examples where it has some. */
function exampleOf(document: Document, given: Schema, depth = 0): unknown {
  const schema = resolved(document, given);
  const [known = schema.example ?? schema.const ?? schema.enum?.[0] ?? schema.default] = schema.examples ?? [];
  if (known !== undefined) return known;
  const [first] = alternativesOf(schema).filter((one) => !isNull(one));
  if (depth > DEEPEST) return null;
  if (first !== undefined) return exampleOf(document, first, depth + 1);
  if (schema.type === 'array') return schema.items === undefined ? [] : [exampleOf(document, schema.items, depth + 1)];
  if (schema.properties !== undefined) {
    const needed = Object.entries(schema.properties).filter(([name]) => schema.required?.includes(name));
    return Object.fromEntries(needed.map(([name, property]) => [name, exampleOf(document, property, depth + 1)]));
  }
  return { number: 1, integer: 1, boolean: true, object: {} }[String(schema.type)] ?? '…';
}
