import { createHash } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DeliveryError } from '../foundation/errors.ts';
import type { Settings } from '../infrastructure/config/settings.ts';
import { answerError } from '../infrastructure/http/error-answers.ts';
import { keptBy } from '../infrastructure/kept.ts';
import { loadLand } from './load-land.ts';
import type { MarketCatalogue } from './market-catalogue.ts';
import type { Market } from './rules/market.ts';
import { marketMap } from './rules/market-map.ts';
import { checkTileFile } from './tile-file.ts';

type MapSettings = Pick<Settings, 'mapStyleUrl' | 'mapPmtiles'>;
type Packed = { readonly plain: Buffer; readonly packed: Buffer; readonly tag: string };

const HIDDEN = { schema: { hide: true } as object };
const KEPT = 'public, max-age=300';

/** What maps on pages are drawn from; open to everybody, since nothing in it is a secret. */
export async function addMapRoutes(
  app: FastifyInstance,
  catalogue: MarketCatalogue,
  settings: MapSettings,
): Promise<void> {
  const mapOf = keptBy(pack, new WeakMap<Market, Promise<Packed>>());
  app.get<{ Params: { market: string } }>('/map/:market.json', HIDDEN, async (request, reply) => {
    const market = catalogue.all().find((one) => one.market === request.params.market);
    if (market === undefined) throw new DeliveryError('ERR_NOT_FOUND');
    return sendPacked(request, reply, await mapOf(market));
  });
  app.get('/map/settings.json', HIDDEN, async (_request, reply) =>
    reply.header('cache-control', KEPT).send(streetsOf(settings)),
  );
  if (settings.mapPmtiles !== undefined) await addTiles(app, settings.mapPmtiles);
}

/** Where streets come from: nowhere, a style of the operator's, or the file of tiles that is served here. */
function streetsOf({ mapStyleUrl, mapPmtiles }: MapSettings) {
  if (mapStyleUrl !== undefined) return { streets: 'style', styleUrl: mapStyleUrl };
  return { streets: mapPmtiles === undefined ? 'none' : 'tiles' };
}

async function pack(market: Market): Promise<Packed> {
  const plain = Buffer.from(JSON.stringify(marketMap(market, await loadLand(market.market))));
  const tag = `"${createHash('sha256').update(plain).digest('base64url')}"`;
  return { plain, packed: await promisify(gzip)(plain), tag };
}

function sendPacked({ headers }: FastifyRequest, reply: FastifyReply, { plain, packed, tag }: Packed): FastifyReply {
  reply.headers({ etag: tag, 'cache-control': KEPT, vary: 'accept-encoding' });
  if (headers['if-none-match']?.includes(tag)) return reply.code(304).send();
  reply.type('application/json; charset=utf-8');
  const unpacks = /\bgzip\b(?!;\s*q=0(?:\.0*)?(?:,|$))/.test(headers['accept-encoding'] ?? '');
  return unpacks ? reply.header('content-encoding', 'gzip').send(packed) : reply.send(plain);
}

/** Maps read parts of the file, a few kilobytes each. */
async function addTiles(app: FastifyInstance, file: string): Promise<void> {
  await checkTileFile(file);
  const [folder, name] = [path.dirname(path.resolve(file)), path.basename(file)];
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, { root: folder, serve: false, maxAge: '1d' });
    scope.setErrorHandler((error: { statusCode?: number; headers?: Record<string, string> }, request, reply) =>
      error.statusCode === 416
        ? reply
            .code(416)
            .headers(error.headers ?? {})
            .send()
        : answerError(error, request, reply),
    );
    scope.route({
      method: ['GET', 'HEAD'],
      url: '/map/tiles.pmtiles',
      ...HIDDEN,
      handler: (_request, reply) => reply.type('application/octet-stream').sendFile(name),
    });
  });
}
