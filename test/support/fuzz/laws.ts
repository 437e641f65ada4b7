import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { ERRORS } from '../../../src/foundation/error-codes.ts';
import { wireIdOf } from '../../../src/foundation/errors.ts';
import { closeObjects, faultsOfAnswer } from '../reference.ts';
import type { Draft } from './draft.ts';
import type { Plan } from './plans.ts';
import type { RawAnswer } from './raw-client.ts';

type Call = { readonly plan: Plan; readonly draft: Draft };

const STATUSES_OF_CODE = new Map(
  Object.entries(ERRORS).map(([code, { status }]) => [wireIdOf(code as keyof typeof ERRORS), status]),
);
/** They answer in pages, also when they refuse. */
const SPEAKS_HTML = /^\/(track|sandbox\/demo-city)/;
const validators = new Ajv2020({ strict: false, validateSchema: false, logger: false });
const compiled = new WeakMap<object, ValidateFunction>();

/** What of an answer is against the law; nothing where all is well. */
export function faultsOf({ plan, draft }: Call, answer: RawAnswer | undefined): readonly string[] {
  if (answer === undefined) return mayBeLeft(draft) ? [] : ['closed without an answer'];
  const { status, headers, text } = answer;
  // The clock is in the test's hand, and not the database's: the process says so, rightly.
  if (plan.route.path === '/health/ready' && status === 503) return [];
  if (status >= 500) return [`answered ${status}: ${text.slice(0, 300)}`];
  if (status < 200) return [`answered ${status}`];
  const isJson = headers['content-type']?.startsWith('application/json') === true;
  const json = isJson && text !== '' ? parsed(text) : undefined;
  if (json === NO_JSON) return [`is called JSON and is none: ${text.slice(0, 200)}`];
  const isStream = headers['content-type']?.startsWith('text/event-stream') === true;
  const faults = headers['api-version'] === undefined && !isStream ? ['came without its version'] : [];
  if (status >= 400 && draft.method !== 'HEAD') faults.push(...faultsOfRefusal(plan, status, json));
  // What cannot be read as a request is answered before anyone knows which it is.
  const isRead = headers.connection !== 'close';
  if (
    isRead &&
    !draft.isElsewhere &&
    draft.headers.every(([name]) => name !== 'Platform' || plan.route.variant !== undefined)
  )
    faults.push(...faultsOfForm(plan, { status, headers, text, json }));
  return faults;
}

/** Whoever hangs up before the end of what was promised may be left without a word. */
const mayBeLeft = ({ framing }: Draft) => framing === 'cut' || framing === 'too short a length';

const NO_JSON = Symbol('no JSON');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return NO_JSON;
  }
}

function faultsOfRefusal(plan: Plan, status: number, json: unknown): readonly string[] {
  if (json === undefined) return SPEAKS_HTML.test(plan.route.path) ? [] : [`refused with ${status} and no JSON`];
  const { message, errors } = json as { message?: unknown; errors?: unknown };
  const faults = [errors].flat() as { id?: string; message?: string; detail?: string }[];
  if (faults.length === 0 || typeof message !== 'string' || message === '')
    return [`a refusal of another form: ${JSON.stringify(json)}`];
  return faults.flatMap(({ id = '', message: sentence = '', detail }, index) => [
    ...(STATUSES_OF_CODE.has(id) ? [] : [`an unknown code ${id}`]),
    ...(/^.{5,}\.$/s.test(sentence) ? [] : [`"${sentence}" is no sentence`]),
    ...(faults.slice(0, index).some((before) => before.detail === detail) ? [`names ${detail} twice`] : []),
  ]);
}

type Answered = { status: number; headers: RawAnswer['headers']; text: string; json: unknown };

function faultsOfForm({ route, door }: Plan, answer: Answered): readonly string[] {
  if (door === 'partner' || door === 'sandbox' || door === 'driver')
    return faultsOfAnswer(route.method, route.path.replaceAll(/:\w+/g, '1'), answer);
  const form = route.schema.response?.[answer.status];
  if (form === undefined || answer.json === undefined) return [];
  const validate = compiled.get(form) ?? compile(form);
  return validate(answer.json) ? [] : [`${route.path}: ${JSON.stringify(validate.errors?.slice(0, 3))}`];
}

function compile(form: object): ValidateFunction {
  const closed = structuredClone(JSON.parse(JSON.stringify(form)));
  closeObjects(closed);
  const validate = validators.compile(closed);
  compiled.set(form, validate);
  return validate;
}
