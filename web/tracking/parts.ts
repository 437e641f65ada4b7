import type { LiveState } from '../../src/tracking/rules/live-state.ts';

/** Each part that is another one now takes the place of the one before. */
export function swapParts({ title, fragments }: LiveState): void {
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
    if (place.dataset.live === 'answer') tell(place);
  }
}

/** As one text in a place that was there before: what is swapped itself is read in pieces. */
function tell(answer: HTMLElement): void {
  const said = document.getElementById('said') as HTMLElement;
  said.textContent = [...answer.querySelectorAll('h1, p')].map(({ textContent }) => textContent).join('. ');
}

/** What somebody has opened, or typed and not sent, stays as it is. */
function swap(place: HTMLElement, html: string): void {
  const before = place.querySelector('textarea');
  const hadFocus = before !== null && before === document.activeElement;
  const opened = [...place.querySelectorAll('details[open]')].map(purposeOf);
  place.innerHTML = html;
  for (const details of place.querySelectorAll('details')) details.open = opened.includes(purposeOf(details));
  const after = place.querySelector('textarea');
  if (before === null || after === null) return;
  after.value = before.value;
  if (!hadFocus) return;
  after.focus();
  after.setSelectionRange(before.selectionStart, before.selectionEnd);
}

/** What is folded away is a form: where it leads tells it from others, of which some come and go. */
function purposeOf(details: Element): string | undefined {
  return details.querySelector('form')?.action;
}
