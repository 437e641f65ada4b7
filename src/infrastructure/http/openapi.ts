import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { API_VERSION } from './error-answers.ts';

const DESCRIPTION = `The partner API of Waybill.

Every call is signed: \`Authorization: hmac <API key>:<timestamp>:<signature>\`, where the signature is the lower-case
hexadecimal HMAC-SHA256, with the API secret, of the timestamp (Unix milliseconds), CRLF, the method, CRLF, the path, CRLF, CRLF
and the bytes of the body. Bodies are JSON, wrapped in \`data\`. \`waybill sign\` prints a signed curl line.`;

/** Signatures cannot be typed in, and there is one server: this one. */
const PAGE_STYLE =
  '.swagger-ui .topbar, .swagger-ui .scheme-container, .swagger-ui .authorization__btn { display: none; }';

/** The reference is made from the schemas that validate. Must be registered before the routes. */
export async function addOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
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
        { name: 'Wallet', description: 'What can be spent, what is held, and why' },
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
        },
      },
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: {
      'default-src': ["'self'"],
      'img-src': ["'self'", 'data:'],
      // The reference sets styles on its elements as it draws them.
      'style-src': ["'self'", "'unsafe-inline'"],
      'base-uri': ["'none'"],
      'form-action': ["'none'"],
      'frame-ancestors': ["'none'"],
    },
    theme: { title: 'Waybill API reference', css: [{ filename: 'waybill.css', content: PAGE_STYLE }] },
    uiConfig: { docExpansion: 'list', tryItOutEnabled: false, supportedSubmitMethods: [] },
  });
  app.get('/docs/openapi.json', { schema: { hide: true } as object }, async () => app.swagger());
}
