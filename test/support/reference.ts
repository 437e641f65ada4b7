import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';

type Schema = { [key: string]: unknown };
type Responses = Record<string, { content?: Record<string, { schema: Schema }> }>;
type Operation = { operationId: string; responses: Responses; 'x-codes': readonly string[] };
type Answered = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  readonly json: unknown;
};

const API = /^\/(v3|sandbox\/v1|driver\/v1)\//;
const MOST_FAULTS = 5;

let reference: ReturnType<typeof readReference> | undefined;

/** Whatever a test is answered must be what the reference says of the call: its status, its type, every field and no other. */
export function insistOnReference(method: string, target: string, answer: Answered): void {
  const [path = ''] = target.split('?');
  if (!API.test(path)) return;
  const faults = faultsOfAnswer(method, path, answer);
  if (faults.length > 0)
    throw new Error(`${method} ${path} was answered ${answer.status}, against the reference: ${faults.join('; ')}`);
}

/** What an answer is beside what the reference says of the call. */
export function faultsOfAnswer(method: string, path: string, answer: Answered): readonly string[] {
  reference ??= readReference();
  return reference.faultsOf(method, path, answer);
}

/** What a push is beside what the reference says of its type. */
export function faultsOfPush(push: { readonly headers: object; readonly json: unknown }): readonly string[] {
  reference ??= readReference();
  return reference.faultsOfPush(push);
}

function readReference() {
  const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));
  closeObjects(document);
  const validators = new Ajv2020({ strict: false, validateSchema: false }).addSchema(document, 'reference');
  const compiled = new Map<string, ValidateFunction>();
  // A word in a path goes before a parameter, which is never empty.
  const paths = Object.keys(document.paths)
    .sort()
    .map((path) => ({ path, form: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`) }));

  function validatorAt(...pointer: string[]): ValidateFunction {
    const name = pointer.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
    const known = compiled.get(name);
    if (known !== undefined) return known;
    const made = validators.compile({ $ref: `reference#/${name.replaceAll('{', '%7B').replaceAll('}', '%7D')}` });
    compiled.set(name, made);
    return made;
  }

  /** A path or method that is not there has nothing but the form of every refusal. */
  function faultsOf(method: string, path: string, { status, headers, text, json }: Answered): readonly string[] {
    const known = paths.find(({ form }) => form.test(path))?.path ?? '';
    const operation: Operation | undefined = document.paths[known]?.[method.toLowerCase()];
    if (operation === undefined) return [];
    const listed = [String(status), `${Math.floor(status / 100)}XX`].find((name) => name in operation.responses);
    const name = operation.operationId;
    if (listed === undefined) return [`${name} has no answer ${status}`];
    const content = operation.responses[listed]?.content;
    if (content === undefined) return text === '' ? [] : [`${name} has no body with ${status}`];
    const [type = ''] = (headers['content-type'] ?? '').split(';');
    if (content[type] === undefined) return [`${name} has no answer of the type "${type}"`];
    if (json === undefined) return [];
    const pointer = ['paths', known, method.toLowerCase(), 'responses', listed, 'content', type, 'schema'];
    return [...misfits(name, validatorAt(...pointer), json), ...strangeCodes(operation, status, json)];
  }

  function pushFaults({ headers, json }: { readonly headers: object; readonly json: unknown }): readonly string[] {
    const { eventType } = json as { eventType: string };
    const push = document.webhooks[eventType]?.post;
    if (push === undefined) return [`there is no push ${eventType}`];
    const missing = (push.parameters as { name: string }[]).filter(({ name }) => !(name in headers));
    const pointer = ['webhooks', eventType, 'post', 'requestBody', 'content', 'application/json', 'schema'];
    return [
      ...missing.map(({ name }) => `${eventType} came without the header ${name}`),
      ...misfits(eventType, validatorAt(...pointer), json),
    ];
  }

  return { faultsOf, faultsOfPush: pushFaults };
}

/** Of a refusal: codes that the reference does not list for the call. */
function strangeCodes(operation: Operation, status: number, json: unknown): readonly string[] {
  if (status < 400) return [];
  const { errors = [] } = json as { errors?: { id: string } | { id: string }[] };
  const faults = [errors].flat();
  const strange = faults.map(({ id }) => id).filter((id) => !operation['x-codes'].includes(id));
  return strange.map((id) => `${operation.operationId} does not list the code ${id}`);
}

function misfits(name: string, validate: ValidateFunction, json: unknown): readonly string[] {
  return validate(json) ? [] : (validate.errors ?? []).filter(isTelling).slice(0, MOST_FAULTS).map(sentence(name));
}

/** That none of several forms fits says less than why each does not. */
function isTelling({ keyword }: ErrorObject): boolean {
  return keyword !== 'anyOf';
}

function sentence(name: string) {
  return ({ instancePath, message = '', params }: ErrorObject): string => {
    const { additionalProperty, allowedValues } = params as { additionalProperty?: string; allowedValues?: unknown };
    const which = additionalProperty ?? allowedValues;
    return `${name}: ${instancePath} ${message}${which === undefined ? '' : ` ${JSON.stringify(which)}`}`;
  };
}

/** What the reference does not name is not to be there, unless it says that anything may. */
export function closeObjects(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  const schema = node as Schema;
  if (schema.type === 'object' && typeof schema.properties === 'object') schema.additionalProperties ??= false;
  for (const part of Object.values(schema)) closeObjects(part);
}
