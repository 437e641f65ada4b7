import type { LiveState } from '../../src/tracking/rules/live-state.ts';

const EVENT = 'delivery';
/** Whom the server has turned away may knock again, but not at once. */
const KNOCK_AGAIN_MS = 15_000;

/** Shows what comes, and says so while nothing can come. */
export function keepLive(page: HTMLElement, show: (state: LiveState) => void): void {
  const lost = document.getElementById('lost') as HTMLElement;
  const { lang, dataset } = document.documentElement;
  const path = `${page.dataset.path}/live${dataset.lang === undefined ? '' : `?lang=${dataset.lang}`}`;
  let source = connect();

  function connect(): EventSource {
    const opened = new EventSource(path);
    opened.addEventListener('open', () => {
      lost.textContent = '';
    });
    opened.addEventListener(EVENT, ({ data }) => show(JSON.parse(data) as LiveState));
    opened.addEventListener('error', () => {
      sayLost();
      if (opened.readyState === EventSource.CLOSED) setTimeout(connectAnew, KNOCK_AGAIN_MS);
    });
    return opened;
  }

  function connectAnew(): void {
    source.close();
    source = connect();
  }

  function sayLost(): void {
    if (lost.textContent !== '') return;
    const { lost: text = '', zone: timeZone = 'UTC' } = page.dataset;
    const format = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
    lost.textContent = text.replace('{time}', new Intl.DateTimeFormat(lang, format).format(new Date()));
  }

  // A phone without a signal keeps its dead connections for minutes before it notices.
  window.addEventListener('offline', sayLost);
  window.addEventListener('online', connectAnew);
}
