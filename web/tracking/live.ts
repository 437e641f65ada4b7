import type { LiveState } from '../../src/tracking/rules/live-state.ts';

const EVENT = 'delivery';
/** Whom the server has let go for good may knock again, but not at once. */
const KNOCK_AGAIN_MS = 15_000;

/** Shows what comes, part by part, and says so where nothing can come. */
export function keepLive(page: HTMLElement): void {
  const lost = document.getElementById('lost') as HTMLElement;
  let knownAt = new Date();

  function connect(): void {
    const chosen = document.documentElement.dataset.lang;
    const source = new EventSource(`${page.dataset.path}/live${chosen === undefined ? '' : `?lang=${chosen}`}`);
    source.addEventListener('open', () => {
      lost.textContent = '';
    });
    source.addEventListener(EVENT, ({ data }) => {
      knownAt = new Date();
      show(JSON.parse(data) as LiveState);
    });
    source.addEventListener('error', () => {
      sayLost();
      if (source.readyState !== EventSource.CLOSED) return;
      // Refused: the link may have died, which only the page itself can say.
      setTimeout(connect, KNOCK_AGAIN_MS);
    });
  }

  function sayLost(): void {
    if (lost.textContent !== '') return;
    const { lost: text = '', zone = 'UTC' } = page.dataset;
    const format = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone } as const;
    const time = new Intl.DateTimeFormat(document.documentElement.lang, format).format(knownAt);
    lost.textContent = text.replace('{time}', time);
  }

  connect();
}

function show({ title, fragments }: LiveState): void {
  const places = [...document.querySelectorAll<HTMLElement>('[data-live]')];
  const isSamePage =
    places.length === Object.keys(fragments).length && places.every(({ dataset }) => `${dataset.live}` in fragments);
  if (!isSamePage) {
    location.reload();
    return;
  }
  document.title = title;
  for (const place of places) {
    const fragment = fragments[`${place.dataset.live}`];
    if (fragment === undefined || fragment.is === place.dataset.is) continue;
    place.dataset.is = fragment.is;
    swap(place, fragment.html);
  }
}

/** What somebody has typed but not sent, opened or is about to press stays as it is. */
function swap(place: HTMLElement, html: string): void {
  const typed = place.querySelector('textarea')?.value ?? '';
  const opened = [...place.querySelectorAll('details')].map(({ open }) => open);
  const hadFocus = document.activeElement instanceof HTMLTextAreaElement && place.contains(document.activeElement);
  place.innerHTML = html;
  const field = place.querySelector('textarea');
  if (field !== null) {
    field.value = typed;
    if (hadFocus) field.focus();
  }
  for (const [index, details] of [...place.querySelectorAll('details')].entries())
    details.open = opened[index] ?? false;
}
