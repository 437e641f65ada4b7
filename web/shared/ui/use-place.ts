import { type RefObject, useEffect, useRef } from 'react';

/** What says where one is; a box that scrolls is a place to be, too. */
const LANDMARKS = 'h1, h2, h3, section[aria-label][tabindex]';

/** Whether somebody was somewhere on this page before. */
let wasSomewhere = false;
addEventListener('focusin', () => {
  wasSomewhere = true;
});

/**
 * Whoever works by keyboard or has the screen read out has a place on it: the heading of a screen that was entered, and where what had the
 * focus is gone, the heading of what it was in. A heading that comes later is waited for until the person goes on.
 */
export function usePlace(main: RefObject<HTMLElement | null>, screen: string): void {
  const before = useRef<string>(undefined);
  const isArriving = useRef(false);
  useEffect(() => {
    const isEntered = before.current === undefined ? wasSomewhere && isNowhere() : before.current !== screen;
    before.current = screen;
    // A field of the new screen may have taken the focus already.
    if (!isEntered || isWithin(main.current)) return;
    isArriving.current = !reachHeading(main.current);
    // Or one would be on the screen before for as long as the next one takes.
    if (isArriving.current) main.current?.focus({ preventScroll: true });
  }, [main, screen]);
  useEffect(() => {
    const shown = main.current;
    if (shown === null) return;
    let trail: readonly Element[] = [];
    const onFocus = ({ target }: FocusEvent) => {
      if (target !== shown) isArriving.current = false;
      trail = trailOf(target as Element, shown);
    };
    const onKey = () => {
      isArriving.current = false;
    };
    const look = new MutationObserver(() => {
      if (isArriving.current) isArriving.current = document.activeElement === shown && !reachHeading(shown);
      else if (isNowhere() && trail[0]?.isConnected === false) goTo(headingOn(trail));
    });
    shown.addEventListener('focusin', onFocus);
    addEventListener('keydown', onKey);
    look.observe(shown, { childList: true, subtree: true });
    return () => {
      shown.removeEventListener('focusin', onFocus);
      removeEventListener('keydown', onKey);
      look.disconnect();
    };
  }, [main]);
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function isWithin(main: HTMLElement | null): boolean {
  const { activeElement } = document;
  return (
    activeElement !== null && activeElement !== main && main?.contains(activeElement) === true && isShown(activeElement)
  );
}

/** Not that of the screen before, which is out of sight while the next one takes its time. */
function reachHeading(main: HTMLElement | null): boolean {
  const heading = main?.querySelector<HTMLElement>('h1');
  if (heading === null || heading === undefined || !isShown(heading)) return false;
  goTo(heading);
  return true;
}

/** By its boxes: Safari before 17.4 has no `checkVisibility`. */
function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
}

/** From within to `main`. */
function trailOf(inside: Element, main: Element): readonly Element[] {
  const trail = [inside];
  for (let around = inside.parentElement; around !== null && inside !== main; around = around.parentElement) {
    trail.push(around);
    if (around === main) break;
  }
  return trail;
}

function headingOn(trail: readonly Element[]): HTMLElement | undefined {
  return trail
    .filter(({ isConnected }) => isConnected)
    .flatMap((around) =>
      [...around.querySelectorAll<HTMLElement>(LANDMARKS)].filter((heading) => isHeadingOf(heading, around)),
    )
    .find(isShown);
}

/** Not that of a part beside the one that is gone. */
function isHeadingOf(heading: Element, around: Element): boolean {
  return heading.parentElement?.closest('section')?.contains(around) ?? true;
}

function goTo(heading: HTMLElement | undefined): void {
  if (heading === undefined) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
