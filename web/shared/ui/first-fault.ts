/** Whoever has sent a form, and does nothing else meanwhile, is taken to the first field in which something is wrong. */
export function leadToFirstFault(): void {
  let sent: HTMLFormElement | undefined;
  const goOn = () => {
    sent = undefined;
  };
  addEventListener('keydown', goOn, true);
  addEventListener('pointerdown', goOn, true);
  addEventListener(
    'submit',
    ({ target }) => {
      sent = target as HTMLFormElement;
    },
    true,
  );
  const look = new MutationObserver(() => {
    const wrong = sent?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (wrong === null || wrong === undefined) return;
    sent = undefined;
    wrong.focus();
  });
  look.observe(document, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] });
}
