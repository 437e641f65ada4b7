import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DeliveryError } from '../foundation/errors.ts';
import { DAY_MS, type Instant, MINUTE_MS } from '../foundation/time.ts';
import type { Session } from '../infrastructure/database/session.ts';
import type { FileLinks } from '../infrastructure/file-links.ts';
import { createCallLimit } from '../infrastructure/http/call-limit.ts';
import { originOf } from '../infrastructure/http/call-origin.ts';
import { beginRefusal } from '../infrastructure/http/error-answers.ts';
import { addressOf, headerOf } from '../infrastructure/http/request-context.ts';
import type { WebFiles } from '../infrastructure/http/web-files.ts';
import type { Log } from '../infrastructure/log.ts';
import { type AddressGuard, addressGroup } from '../partners/index.ts';
import type { FindWay } from '../routing/index.ts';
import { askNearMessage } from './ask-near-message.ts';
import { createDeliveryReader, type ReadDeps, type Tracked } from './read-delivery.ts';
import { reportWrongParcel } from './report-wrong-parcel.ts';
import { chooseLanguage } from './rules/language.ts';
import { liveState, messagePage, type Reading, trackingPage } from './tracking-page.ts';
import { watchDeliveries } from './watch-deliveries.ts';
import { type NoteRefusal, writeNote } from './write-note.ts';

export type TrackingDeps = ReadDeps & {
  readonly session: Session;
  readonly log: Log;
  readonly fileLinks: FileLinks;
  readonly findWay: FindWay;
  readonly webFiles: WebFiles;
  /** Shuts out addresses that try one token after the other. */
  readonly addressGuard: AddressGuard;
};

const PATH = '/track/:token';
const ENTRY = 'tracking/main.ts';
const REFUSALS: readonly NoteRefusal[] = ['noteEmpty', 'noteTooLong', 'notesFull'];
/** From one address, behind which a whole office may sit. */
const READS_A_MINUTE = 600;
/** From one address for one delivery. */
const POSTS_A_MINUTE = 20;
/** A note as a form writes it, with room for one that is too long to be told so. */
const FORM_LIMIT_BYTES = 16 * 1024;

type Given = { Params: { token: string }; Querystring: { lang?: unknown; said?: unknown } };
type Act = (
  tracked: Tracked,
  form: URLSearchParams,
  reading: Reading,
  now: Instant,
) => Promise<NoteRefusal | undefined>;

/** The page behind a share link, for whoever has it; it says the same without its script. */
export function addTrackingPages(app: FastifyInstance, deps: TrackingDeps): { close(): void } {
  const { database, clock, webFiles, addressGuard, log } = deps;
  const readDelivery = createDeliveryReader(deps);
  const watching = watchDeliveries({ ...deps, readDelivery });
  const entry = webFiles.entry(ENTRY);
  const limitReads = createCallLimit(clock, READS_A_MINUTE, MINUTE_MS);
  const limitPosts = createCallLimit(clock, POSTS_A_MINUTE, MINUTE_MS);

  function sendPage(reply: FastifyReply, page: string): FastifyReply {
    return reply
      .headers({ 'content-security-policy': webFiles.policy, 'x-robots-tag': 'noindex, nofollow' })
      .type('text/html; charset=utf-8')
      .send(page);
  }

  const common = {
    schema: { hide: true } as object,
    bodyLimit: FORM_LIMIT_BYTES,
    onRequest: (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) =>
      done(addressGuard.refusalFor(addressOf(request))),
    errorHandler(error: Error, request: FastifyRequest, reply: FastifyReply) {
      const refusal = beginRefusal(error, request, reply);
      const say = refusal.code === 'ERR_NOT_FOUND' ? 'gone' : 'trouble';
      return sendPage(reply, messagePage(readingOf(request as FastifyRequest<Given>), say, entry));
    },
  };

  async function find(request: FastifyRequest<Given>): Promise<Tracked> {
    limitReads(addressGroup(addressOf(request)));
    const tracked = await readDelivery(request.params.token);
    if (tracked !== undefined) return tracked;
    addressGuard.countFailure(addressOf(request));
    throw new DeliveryError('ERR_NOT_FOUND');
  }

  async function aroundOf({ delivery, now }: Tracked, token: string, reading: Reading) {
    const points = [delivery.pickUp.point, ...delivery.dropOffs.map(({ point }) => point)];
    const { line } = await deps.findWay(points, delivery.vehicle);
    // The same for a day, or every look would be another state.
    const until = (Math.floor(now / DAY_MS) + 2) * DAY_MS;
    const linkTo = (fileKey: string) => {
      const { pathname, search } = new URL(deps.fileLinks.linkTo(fileKey, delivery.partnerId, until));
      return pathname + search;
    };
    return { ...reading, token, route: line, linkTo };
  }

  app.get<Given>(PATH, common, async (request, reply) => {
    const tracked = await find(request);
    const around = await aroundOf(tracked, request.params.token, readingOf(request));
    const refusal = REFUSALS.find((known) => known === request.query.said);
    return sendPage(reply, trackingPage(tracked, { ...around, entry, refusal }));
  });

  app.get<Given>(`${PATH}/live`, { ...common, exposeHeadRoute: false }, async (request, reply) => {
    const tracked = await find(request);
    const { token } = request.params;
    const reading = readingOf(request);
    watching.open(reply, tracked, {
      token,
      from: addressGroup(addressOf(request)),
      show: async (seen) => liveState(seen, await aroundOf(seen, token, reading)),
    });
    return reply;
  });

  function onPost(path: string, act: Act): void {
    app.post<Given>(`${PATH}/${path}`, common, async (request, reply) => {
      const { token } = request.params;
      // Our own page gives no referrer, so its forms may be unnamed.
      if (originOf(request) === 'FOREIGN') throw new DeliveryError('ERR_FORBIDDEN');
      const tracked = await find(request);
      limitPosts(`${addressGroup(addressOf(request))} ${tracked.delivery.streamId}`);
      const reading = readingOf(request);
      const form = new URLSearchParams(String(request.body ?? ''));
      const refusal = await act(tracked, form, reading, clock.now());
      const query = new URLSearchParams({
        ...(reading.isChosen ? { lang: reading.language } : {}),
        ...(refusal === undefined ? {} : { said: refusal }),
      });
      // What became of it stands there, and reading goes on from there.
      const stop = tracked.view.dropOffs.find(({ stopId }) => stopId === stopOf(form));
      const part = refusal === undefined && stop !== undefined ? `#actions-${stop.stopId}` : '';
      const address = `/track/${token}${query.size === 0 ? '' : `?${query}`}${part}`;
      return reply.redirect(address, 303);
    });
  }

  const stopOf = (form: URLSearchParams) => form.get('stopId') ?? '';
  onPost('notes', (tracked, form, _reading, now) =>
    writeNote(database, tracked, stopOf(form), form.get('note') ?? '', now),
  );
  onPost('near', async (tracked, form, { language }, now) => {
    await askNearMessage(database, tracked, stopOf(form), language, now);
    return undefined;
  });
  onPost('wrong-parcel', async (tracked, form, _reading, now) => {
    await reportWrongParcel({ database, log }, tracked, stopOf(form), now);
    return undefined;
  });
  return watching;
}

/** Remembered nowhere but in the address. */
function readingOf({ query, raw }: FastifyRequest<Given>): Reading {
  const chosen = typeof query?.lang === 'string' ? query.lang : undefined;
  const language = chooseLanguage(chosen, headerOf(raw, 'accept-language'));
  return { language, isChosen: chosen?.toLowerCase() === language.toLowerCase() };
}
