import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import type { ErrorCode } from '../../foundation/error-codes.ts';
import { API_VERSION } from './error-answers.ts';
import { nameSchemas, type Schema } from './name-schemas.ts';
import { refusalExamples, showRefusals } from './refusal-answers.ts';

const DESCRIPTION = `The partner API of Waybill.

Every call is signed: \`Authorization: hmac <API key>:<timestamp>:<signature>\`, where the signature is the lower-case
hexadecimal HMAC-SHA256, with the API secret, of the timestamp (Unix milliseconds), CRLF, the method, CRLF, the path, CRLF, CRLF
and the bytes of the body. Bodies are JSON, wrapped in \`data\`. \`waybill sign\` prints a signed curl line.`;

const SECOND_VARIANT = '#second';
type Content = { 'application/json'?: { schema: Schema } };
type Answer = { description: string; content?: Content };
type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: Schema[];
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
    parameters: [...known, ...(second.parameters ?? []).filter(({ name }) => !known.some((one) => one.name === name))],
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

const withRefusals = (paths: Paths): Paths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(Object.entries(operations).map(([method, one]) => [method, showRefusals(one)])),
    ]),
  );

/** The reference is made from the schemas that validate. Must be registered before the routes. */
export async function addOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    transform: ({ schema, url, route }) => ({
      schema: schema as Schema,
      url: route.constraints?.variant === undefined ? url : `${url}${SECOND_VARIANT}`,
    }),
    transformObject: (document) => {
      if (!('openapiObject' in document)) throw new Error('the reference is made in the form of OpenAPI 3');
      const { openapiObject } = document;
      const folded = withRefusals(foldVariants(openapiObject.paths as Paths));
      const { value: paths, schemas } = nameSchemas(folded);
      const components = { ...openapiObject.components, schemas, examples: refusalExamples() };
      return { ...openapiObject, components, paths } as typeof openapiObject;
    },
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Waybill',
        version: API_VERSION,
        description: DESCRIPTION,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
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
            description: 'hmac <API key>:<timestamp>:<signature>',
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
