import type { LiveState } from '../../src/tracking/rules/live-state.ts';

const EVENT = 'delivery';
/** Whom the server has turned away may knock again, but not at once. */
const KNOCK_AGAIN_MS = 15_000;
/** The server says every 15 seconds that it is there. */
const LONGEST_SILENCE_MS = 40_000;

/** Shows what comes, and says so while nothing can come. */
export function keepLive(page: HTMLElement, show: (state: LiveState) => void): void {
  const lost = document.getElementById('lost') as HTMLElement;
  const { lang, dataset } = document.documentElement;
  const path = `${page.dataset.path}/live${dataset.lang === undefined ? '' : `?lang=${dataset.lang}`}`;
  let heardAt = Date.now();
  /** Since when it is silent, or was opened anew for it. */
  let silentSince = heardAt;
  let source = connect();

  function connect(): EventSource {
    const opened = new EventSource(path);
    const heard = () => {
      heardAt = Date.now();
      silentSince = heardAt;
    };
    for (const kind of ['open', 'here', EVENT]) opened.addEventListener(kind, heard);
    opened.addEventListener('open', () => {
      lost.textContent = '';
    });
    opened.addEventListener(EVENT, ({ data }) => show(JSON.parse(data) as LiveState));
    opened.addEventListener('error', () => {
      sayLost();
      if (opened.readyState === EventSource.CLOSED) void goOnAfterRefusal();
    });
    return opened;
  }

  /** Why it was turned away, an event source is not told. The page that the server has instead of an ended link is live no more. */
  async function goOnAfterRefusal(): Promise<void> {
    if (await hasEnded(page.dataset.path ?? '')) location.reload();
    else setTimeout(connectAnew, KNOCK_AGAIN_MS);
  }

  function connectAnew(): void {
    source.close();
    silentSince = Date.now();
    source = connect();
  }

  function sayLost(): void {
    if (lost.textContent !== '') return;
    const { lost: text = '', zone: timeZone = 'UTC' } = page.dataset;
    const format = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
    lost.textContent = text.replace('{time}', new Intl.DateTimeFormat(lang, format).format(heardAt));
  }

  // A connection can die without a word, and look open for ever.
  setInterval(() => {
    if (source.readyState === EventSource.OPEN && Date.now() - silentSince > LONGEST_SILENCE_MS) connectAnew();
  }, KNOCK_AGAIN_MS);
  // Without a signal a dead connection is noticed minutes later, if at all.
  window.addEventListener('offline', () => {
    source.close();
    sayLost();
  });
  window.addEventListener('online', connectAnew);
}

/** By the word of our server: what stands before one that is down may say 404 as well. */
async function hasEnded(path: string): Promise<boolean> {
  const answer = await fetch(path, { method: 'HEAD' }).catch(() => undefined);
  return answer?.status === 404 && answer.headers.has('api-version');
}
