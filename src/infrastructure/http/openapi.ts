import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { ErrorCode } from '../../foundation/error-codes.ts';
import { describeAnswerHeaders } from './answer-headers.ts';
import { API_VERSION } from './error-answers.ts';
import { mapValues } from './map-values.ts';
import { nameSchemas, type Schema } from './name-schemas.ts';
import { refusalExamples, showRefusals } from './refusal-answers.ts';

const DESCRIPTION = `The partner API of Waybill: quotations, orders and their drivers in several markets, scheduled deliveries with the header
\`Platform: PLUS\`, and webhooks.

Every call goes over HTTPS and is signed. Bodies are JSON in UTF-8; what you send and what is answered is wrapped in \`data\`. Times are
UTC in ISO 8601, money is a decimal number in text, ids are text of 19 digits. Fields that are not known are ignored.

Every refusal has the form of \`ErrorAnswer\`: \`message\` is the code of the first fault, \`errors\` lists all of them, each with a sentence
and, where one field is at fault, a JSON pointer to it. Every answer, also a refusal, carries \`Request-Id\`, to be quoted when asking for support.`;

const SIGNATURE = `\`Authorization: hmac <API key>:<timestamp>:<signature>\`

The timestamp is the time of the call in Unix milliseconds; it may be 5 minutes off. The signature is the HMAC-SHA256, keyed with the API
secret, in lower-case hexadecimal, of these bytes, one after another and with nothing between them:

1. the timestamp, exactly as it stands in the header
2. CRLF (bytes 0D 0A)
3. the method in capitals: GET, POST, PUT, PATCH or DELETE
4. CRLF
5. the path with its version and without the query, for example \`/v3/quotations\`
6. CRLF, CRLF
7. the bytes of the body, exactly as they are sent; nothing where there is none

\`waybill sign\` prints a signed curl line. In the sandbox a wrong signature is answered with what differed.`;

const SECOND_VARIANT = '#second';
type Parameter = { readonly name: string; readonly in?: string; readonly required?: boolean };
type Content = { 'application/json'?: { schema: Schema } };
type Answer = { description: string; content?: Content };
type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Content; required?: boolean };
  responses: Record<string, Answer>;
  'x-codes'?: readonly ErrorCode[];
};
type Paths = Record<string, Record<string, Operation>>;

/** A path has one entry in the reference, whichever header chooses who answers: its `data` is then that of either variant. */
export function foldVariants(paths: Paths): Paths {
  const folded: Paths = Object.fromEntries(Object.entries(paths).filter(([path]) => !path.endsWith(SECOND_VARIANT)));
  for (const [path, operations] of Object.entries(paths)) {
    if (!path.endsWith(SECOND_VARIANT)) continue;
    const firsts = folded[path.slice(0, -SECOND_VARIANT.length)] ?? {};
    for (const [method, second] of Object.entries(operations)) {
      firsts[method] = foldOperations(firsts[method] as Operation, second);
    }
  }
  return folded;
}

function foldOperations(first: Operation, second: Operation): Operation {
  const known = first.parameters ?? [];
  const about = [`${second.summary}.`, second.description].filter(Boolean).join(' ');
  const statuses = [...new Set([...Object.keys(first.responses), ...Object.keys(second.responses)])].sort();
  return {
    ...first,
    description: [first.description, `With \`Platform: PLUS\`: ${about}`].filter(Boolean).join('\n\n'),
    tags: [...first.tags, ...second.tags],
    parameters: [
      ...known,
      ...(second.parameters ?? [])
        .filter(({ name }) => !known.some((one) => one.name === name))
        .map((parameter) => ({ ...parameter, required: false })),
    ],
    ...(first.requestBody === undefined || second.requestBody === undefined
      ? {}
      : {
          requestBody: {
            ...first.requestBody,
            content: eitherOf(first.requestBody.content, second.requestBody.content),
          },
        }),
    responses: Object.fromEntries(statuses.map((status) => [status, foldAnswers(first, second, status)])),
    'x-codes': [...new Set([...(first['x-codes'] ?? []), ...(second['x-codes'] ?? [])])],
  };
}

function foldAnswers(first: Operation, second: Operation, status: string): Answer {
  const [one, other] = [first.responses[status], second.responses[status]];
  if (one?.content === undefined || other?.content === undefined) return (one ?? other) as Answer;
  return { ...one, content: eitherOf(one.content, other.content) };
}

type Envelope = Schema & { readonly properties?: { readonly data?: Schema } };

function eitherOf(first: Content, second: Content): Content {
  const [one, other] = [first, second].map((content) => content['application/json']?.schema as Envelope);
  const [onDemand, plus] = [one?.properties?.data, other?.properties?.data];
  if (onDemand === undefined || plus === undefined) return first;
  return {
    'application/json': { schema: { ...one, properties: { ...one?.properties, data: { anyOf: [onDemand, plus] } } } },
  };
}

const SPELLINGS: Readonly<Record<string, string>> = {
  market: 'Market',
  'request-id': 'Request-ID',
  platform: 'Platform',
  expand: 'Expand',
};

/** Headers as people write them; what validates sees them in small letters. */
function spellHeaders(paths: Paths): Paths {
  const spell = (parameter: Parameter): Parameter =>
    parameter.in === 'header' ? { ...parameter, name: SPELLINGS[parameter.name] ?? parameter.name } : parameter;
  const spellAll = ({ parameters, ...operation }: Operation): Operation => ({
    ...operation,
    ...(parameters === undefined ? {} : { parameters: parameters.map(spell) }),
  });
  return mapValues(paths, (methods) => mapValues(methods, spellAll));
}

const withRefusals = (paths: Paths): Paths => mapValues(paths, (methods) => mapValues(methods, showRefusals));

/** The reference is made from the schemas that validate. Must be registered before the routes. */
export async function addOpenApi(app: FastifyInstance, webhooks: object): Promise<void> {
  await app.register(swagger, {
    transform: ({ schema, url, route }) => ({
      schema: schema as Schema,
      url: route.constraints?.variant === undefined ? url : `${url}${SECOND_VARIANT}`,
    }),
    transformObject: (document) => {
      if (!('openapiObject' in document)) throw new Error('the reference is made in the form of OpenAPI 3');
      const { openapiObject } = document;
      const folded = withRefusals(spellHeaders(foldVariants(openapiObject.paths as Paths)));
      const { paths, headers } = describeAnswerHeaders(folded);
      const { value, schemas } = nameSchemas({ paths, webhooks });
      const components = { ...openapiObject.components, schemas, headers, examples: refusalExamples() };
      return { ...openapiObject, ...value, components } as typeof openapiObject;
    },
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Waybill',
        version: API_VERSION,
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [
        { url: '/', description: 'This server' },
        { url: 'https://localhost:8443', description: 'A sandbox on your own machine, as `npm start` opens it' },
        {
          url: 'https://{host}',
          description: 'Production',
          variables: { host: { default: 'delivery.example.com', description: 'Where its operator has put it' } },
        },
      ],
      tags: [
        { name: 'Cities', description: 'What can be ordered where' },
        { name: 'Quotations', description: 'What a delivery will cost, and why' },
        { name: 'Orders', description: 'From placement to the last drop-off' },
        { name: 'Plus', description: 'Scheduled parcels, with the header `Platform: PLUS`' },
        { name: 'Wallet', description: 'What can be spent, what is held, and why' },
        { name: 'Webhooks and events', description: 'What you are told, by push or by reading along' },
        { name: 'Sandbox', description: 'Your own clock, drivers and bad days; not in production' },
        { name: 'Driver app', description: "For drivers' devices, signed in by phone and code" },
        { name: 'Watching', description: 'For those who run it' },
      ],
      components: {
        securitySchemes: {
          hmac: {
            type: 'apiKey',
            in: 'header',
            name: 'Authorization',
            description: SIGNATURE,
          },
          driverSession: { type: 'http', scheme: 'bearer', description: 'The token of a device that is signed in' },
          driverCookie: {
            type: 'apiKey',
            in: 'cookie',
            name: '__Host-waybill-driver',
            description: 'The same in the driver app; calls that change something also carry `Waybill-App: driver`',
          },
        },
      },
    },
  });
  app.get('/docs/openapi.json', { schema: { hide: true } as object }, async () => app.swagger());
}
