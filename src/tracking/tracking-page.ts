import { createHash } from 'node:crypto';
import type { Point } from '../foundation/geo.ts';
import { type Html, html } from '../infrastructure/http/html.ts';
import type { WebEntry } from '../infrastructure/http/web-build.ts';
import type { Tracked } from './read-delivery.ts';
import type { Expected } from './rules/arrival.ts';
import type { Place, Stage } from './rules/delivery.ts';
import { LANGUAGES, type Language } from './rules/language.ts';
import type { LiveState } from './rules/live-state.ts';
import type { ShownDropOff, View } from './rules/recipient-view.ts';
import { shownTime } from './rules/shown-time.ts';
import type { Vocabulary } from './words/vocabulary.ts';
import { fill, WORDS } from './words/words.ts';
import type { NoteRefusal } from './write-note.ts';

const LONGEST_NOTE = 300;
const DIGEST_LENGTH = 10;

const COLUMN = 'mx-auto max-w-xl px-4';
const CARD = 'rounded-card border border-line bg-card p-4';
const BUTTON =
  'inline-flex min-h-12 w-full items-center justify-center rounded-control px-5 font-semibold select-none active:brightness-90';
const PRIMARY = `${BUTTON} border border-transparent bg-accent text-on-accent`;
const PLAIN = `${BUTTON} border border-line bg-card text-ink`;
const SUMMARY = 'flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 font-semibold text-accent';

/** How a page is read: in which language, and whether that was chosen on it. */
export type Reading = { readonly language: Language; readonly isChosen: boolean };

type Surroundings = Reading & {
  readonly token: string;
  readonly route: readonly Point[];
  /** Opens a stored picture. */
  readonly linkTo: (fileKey: string) => string;
};

type Teller = {
  readonly words: Vocabulary;
  time(at: number): string;
  expected(when: Expected): string;
};

function tellerOf({ now, city }: Tracked, language: Language): Teller {
  const words = WORDS[language];
  const time = (at: number) => shownTime(at, now, language, city?.timeZone ?? 'UTC');
  return {
    words,
    time,
    expected: (expected) =>
      expected.when === 'soon' ? words.expectedSoon : fill(words.expectedAbout, { time: time(expected.at) }),
  };
}

/** All that changes while somebody looks: the page is made of it, and so is each event after it. */
function partsOf({ view }: Tracked, teller: Teller, around: Surroundings): ReadonlyMap<string, Html> {
  return new Map<string, Html>([
    ['answer', answerPart(view, teller)],
    ['driver', driverPart(view, teller)],
    ['steps', stepsPart(view, teller)],
    ['pick-up', addressPart(view.pickUp)],
    ...view.dropOffs.flatMap((stop): [string, Html][] => [
      [`stop-${stop.stopId}`, stopPart(stop, teller, around.linkTo)],
      [`actions-${stop.stopId}`, actionsPart(stop, view, teller, around)],
    ]),
  ]);
}

export function liveState(tracked: Tracked, around: Surroundings): LiveState {
  const teller = tellerOf(tracked, around.language);
  const fragments = [...partsOf(tracked, teller, around)].map(
    ([name, { text }]) => [name, { is: digestOf(text), html: text }] as const,
  );
  return {
    title: headline(tracked.view, teller),
    fragments: Object.fromEntries(fragments),
    map: mapOf(tracked, around),
  };
}

function mapOf({ view, delivery }: Tracked, { route }: Surroundings): LiveState['map'] {
  const { pickUp } = view;
  const isPickedUp = delivery.steps.some(({ kind }) => kind === 'pickedUp');
  return {
    market: delivery.market,
    stops: [
      { ...pickUp.point, kind: 'pickUp', label: pickUp.address, closed: isPickedUp },
      ...view.dropOffs.map(({ point, address, closing }) => ({
        ...point,
        kind: 'dropOff' as const,
        label: address,
        closed: closing !== undefined,
        failed: closing?.outcome === 'FAILED',
      })),
    ],
    route,
    ...(view.driver?.point === undefined ? {} : { driver: view.driver.point }),
  };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_LENGTH);
}

function headline({ headline: said }: View, { words, time, expected }: Teller): string {
  switch (said.say) {
    case 'planned':
    case 'deliveredAt':
      return fill(words[said.say], { time: time(said.at) });
    case 'expected':
      return expected(said.expected);
    default:
      return words.stage[said.stage].title;
  }
}

const BAD: readonly Stage[] = ['pickUpFailed', 'notDelivered', 'returned', 'cancelled', 'unserved', 'closed'];

function answerPart(view: View, teller: Teller): Html {
  const { words } = teller;
  const done = BAD.includes(view.stage) ? 'bg-bad' : 'bg-accent';
  const bars = [1, 2, 3, 4].map(
    (bar) => html`<span class="h-1.5 rounded-full ${bar <= view.progress ? done : 'bg-line'}"></span>`,
  );
  return html`<h1 class="text-3xl leading-tight font-bold tracking-tight text-balance">${headline(view, teller)}</h1>
<p class="mt-1.5 text-quiet">${detailOf(view, words)}</p>
<div class="mt-4 grid grid-cols-4 gap-1.5 forced-color-adjust-none" role="img" aria-label="${fill(words.progress, { done: String(view.progress) })}">${bars}</div>`;
}

/** What the headline leaves open. A driver for later has not set out yet. */
function detailOf({ stage, headline: { say } }: View, words: Vocabulary): string {
  const { title, detail } = words.stage[stage];
  if (say === 'planned' && stage === 'collecting') return words.step.driverFound;
  return say === 'stage' || say === 'deliveredAt' ? detail : title;
}

function driverPart({ driver }: View, { words }: Teller): Html {
  if (driver === undefined) return html``;
  return html`<section class="${CARD} flex items-center gap-3">
<span aria-hidden="true" class="flex size-12 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xl font-bold text-accent">${[...driver.firstName][0] ?? ''}</span>
<div class="min-w-0 grow"><h2 class="text-sm text-quiet">${words.driver}</h2><p translate="no" class="text-lg font-semibold">${driver.firstName}</p></div>
<p class="text-right text-sm text-quiet">${words.plate}<br><span translate="no" class="font-mono text-base text-ink">${driver.maskedPlate}</span></p>
</section>`;
}

function stepsPart({ steps }: View, { words, time }: Teller): Html {
  const rows = steps.map(({ kind, at, address }) => {
    const place =
      address === undefined ? undefined : html`<span translate="no" class="block text-sm text-quiet">${address}</span>`;
    return at === undefined
      ? html`<li class="flex gap-3 text-quiet"><span aria-hidden="true" class="mt-2 size-3 shrink-0 rounded-full border-2 border-line"></span><span class="grow">${words.step[kind]}<span class="sr-only">, ${words.toCome}</span></span></li>`
      : html`<li class="flex gap-3"><span aria-hidden="true" class="mt-2 size-3 shrink-0 rounded-full bg-accent forced-color-adjust-none"></span><span class="grow">${words.step[kind]}${place}</span><time class="shrink-0 text-quiet tabular-nums" datetime="${new Date(at).toISOString()}">${time(at)}</time></li>`;
  });
  return html`<ol class="grid gap-2.5">${rows}</ol>`;
}

/** Of a parcel it may be another one tomorrow. */
function addressPart({ address }: Place): Html {
  return html`<p translate="no" class="font-semibold">${address}</p>`;
}

function stopPart(stop: ShownDropOff, teller: Teller, linkTo: Surroundings['linkTo']): Html {
  return html`${addressPart(stop)}${resultPart(stop, teller, linkTo)}`;
}

function resultPart({ closing, expected }: ShownDropOff, teller: Teller, linkTo: Surroundings['linkTo']): Html {
  const { words, time } = teller;
  if (closing === undefined)
    return expected === undefined
      ? html``
      : html`<p class="mt-1 font-semibold text-accent">${teller.expected(expected)}</p>`;
  const at = html`<time class="tabular-nums" datetime="${new Date(closing.at).toISOString()}">${time(closing.at)}</time>`;
  if (closing.outcome === 'FAILED')
    return html`<p class="mt-1 font-semibold text-bad">${words.step.notDelivered} · ${at}</p>${closing.reason === undefined ? undefined : html`<p class="mt-1">${fill(words.reason, { reason: closing.reason })}</p>`}`;
  const isSigned = closing.outcome === 'SIGNED';
  return html`<p class="mt-1 font-semibold text-accent">${isSigned ? words.step.signed : words.step.handedOver} · ${at}</p>${
    closing.image === undefined
      ? undefined
      : html`<img class="mt-3 aspect-4/3 w-full rounded-control bg-line ${isSigned ? 'object-contain' : 'object-cover'}" loading="lazy" alt="${isSigned ? words.signature : words.photo}" src="${linkTo(closing.image)}">`
  }`;
}

function actionsPart(stop: ShownDropOff, { notes }: View, { words }: Teller, around: Surroundings): Html {
  const form = (path: string, fields: Html) =>
    html`<form method="post" action="/track/${around.token}/${path}${around.isChosen ? `?lang=${around.language}` : ''}" class="grid gap-3 pb-3"><input type="hidden" name="stopId" value="${stop.stopId}">${fields}</form>`;
  const noteId = `note-${stop.stopId}`;
  const said =
    notes === 0
      ? undefined
      : html`<p class="text-sm text-quiet">${fill(words.notesSent, { count: String(notes) })}</p>`;
  const note = !stop.can.note
    ? undefined
    : html`<details class="group">${summary(words.note)}${form(
        'notes',
        html`<label for="${noteId}" class="text-sm text-quiet">${words.noteHint}</label>
<textarea id="${noteId}" name="note" rows="3" maxlength="${LONGEST_NOTE}" required class="w-full rounded-control border border-quiet bg-paper px-3 py-2"></textarea>
<button class="${PRIMARY}">${words.sendNote}</button>`,
      )}</details>`;
  const near = stop.wantsMessage
    ? html`<p class="flex min-h-12 items-center">${words.nearAsked}</p>`
    : !stop.can.askForMessage
      ? undefined
      : html`<details class="group">${summary(words.near)}${form(
          'near',
          html`<p class="text-sm text-quiet">${words.nearHint}</p><button class="${PRIMARY}">${words.near}</button>`,
        )}</details>`;
  const wrong = stop.isReported
    ? html`<p class="rounded-control bg-note-soft px-3 py-2 text-note">${words.wrongParcelReported}</p>`
    : !stop.can.report
      ? undefined
      : html`<details class="group">${summary(words.wrongParcel)}${form(
          'wrong-parcel',
          html`<p class="text-sm text-quiet">${words.wrongParcelHint}</p><button class="${PLAIN}">${words.reportWrongParcel}</button>`,
        )}</details>`;
  const rows = [said, note, near, wrong].filter((row) => row !== undefined);
  return rows.length === 0 ? html`` : html`<div class="mt-3 grid gap-1 border-t border-line pt-2">${rows}</div>`;
}

function summary(text: string): Html {
  return html`<summary class="${SUMMARY}">${text}<span aria-hidden="true" class="text-2xl leading-none group-open:rotate-90 motion-safe:transition">›</span></summary>`;
}

type PageParts = Surroundings & {
  readonly entry: WebEntry;
  /** Why the note was not taken, where it was not. */
  readonly refusal: NoteRefusal | undefined;
};

export function trackingPage(tracked: Tracked, around: PageParts): string {
  const { language, token, refusal, entry } = around;
  const { view, city } = tracked;
  const teller = tellerOf(tracked, language);
  const { words } = teller;
  const parts = partsOf(tracked, teller, around);
  const live = (name: string) => {
    const part = parts.get(name) as Html;
    return html`<div id="${name}" tabindex="-1" data-live="${name}" data-is="${digestOf(part.text)}" class="outline-none empty:hidden">${part}</div>`;
  };
  const stops = view.dropOffs.map(
    ({ stopId }) =>
      html`<li class="${CARD}"><h3 class="text-sm text-quiet">${words.dropOff}</h3>${live(`stop-${stopId}`)}${live(`actions-${stopId}`)}</li>`,
  );
  return documentOf(
    around,
    headline(view, teller),
    entry,
    html`<main id="tracking" class="${COLUMN} grid gap-4 pb-10" data-path="/track/${token}" data-zone="${city?.timeZone ?? 'UTC'}" data-lost="${words.connectionLost}">
<p id="lost" role="status" class="rounded-control bg-note-soft px-3 py-2 text-note empty:hidden"></p>
<p id="said" role="status" class="sr-only"></p>
${refusal === undefined ? undefined : html`<p role="alert" class="rounded-control bg-bad-soft px-3 py-2 text-bad">${words[refusal]}</p>`}
${live('answer')}
${live('driver')}
<div id="map" class="h-64 overflow-hidden rounded-card border border-line bg-accent-soft noscript:hidden" data-map="${JSON.stringify(mapOf(tracked, around))}" data-words="${JSON.stringify(mapWords(words))}"></div>
<section><h2 class="mb-2 font-semibold">${words.stops}</h2><ol class="grid gap-3"><li class="${CARD}"><h3 class="text-sm text-quiet">${words.pickUp}</h3>${live('pick-up')}</li>${stops}</ol></section>
<section class="${CARD}"><h2 class="mb-2 font-semibold">${words.steps}</h2>${live('steps')}</section>
<p class="text-center text-sm text-quiet">${words.whoSees}</p>
</main>`,
  );
}

function mapWords({ map, driver, zoomIn, zoomOut, mapSources }: Vocabulary) {
  return { map, driver, zoomIn, zoomOut, sources: mapSources };
}

/** Where there is nothing to show, and what to do about it. */
export function messagePage(reading: Reading, say: 'gone' | 'trouble', entry: WebEntry): string {
  const words = WORDS[reading.language];
  const detail = say === 'gone' ? words.goneDetail : words.troubleDetail;
  return documentOf(
    reading,
    words[say],
    entry,
    html`<main class="${COLUMN} py-10"><h1 class="text-3xl leading-tight font-bold tracking-tight text-balance">${words[say]}</h1><p class="mt-3 text-quiet">${detail}</p></main>`,
  );
}

function documentOf({ language, isChosen }: Reading, title: string, entry: WebEntry, main: Html): string {
  const words = WORDS[language];
  const styles = entry.styles.map((address) => html`<link rel="stylesheet" href="${address}">`);
  const options = LANGUAGES.map(
    (known) =>
      html`<option value="${known}" lang="${known}"${known === language ? html` selected` : undefined}>${WORDS[known].itself}</option>`,
  );
  return html`<!doctype html>
<html lang="${language}"${isChosen ? html` data-lang="${language}"` : undefined}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer"><link rel="icon" href="data:,"><title>${title}</title>${styles}<script type="module" src="${entry.script}"></script></head>
<body>
<header class="${COLUMN} flex items-center justify-between gap-3 py-4"><p class="shrink-0 font-semibold">${words.title}</p>
<form method="get" class="flex min-w-0 items-center gap-2"><label class="sr-only" for="lang">${words.language}</label><select id="lang" name="lang" class="min-h-11 min-w-0 rounded-control border border-line bg-card px-2 text-sm pointer-coarse:text-base">${options}</select><button class="hidden min-h-11 shrink-0 rounded-control border border-line bg-card px-3 text-sm font-semibold noscript:block">${words.change}</button></form></header>
${main}
</body>
</html>
`.text;
}
