/** By what each text is stood in for, for as long as it is. */
const standIns = new WeakMap<Node, Element>();

/**
 * Browsers translate a page by putting elements of their own in the place of its texts. Whoever has made the texts knows nothing of that,
 * and would fail where one is taken out, or go on changing one that nobody sees. So a text takes its place again before that.
 */
export function outliveTranslation(): void {
  const changed = new MutationObserver((records) => {
    for (const { target } of records) takePlaceAgain(target);
  });
  const replaced = new MutationObserver(note);
  replaced.observe(document.body, { childList: true, subtree: true });

  function note(records: readonly MutationRecord[]): void {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records)
      for (const text of removedNodes) {
        if (!(text instanceof Text) || text.isConnected) continue;
        const standIn = [...addedNodes, previousSibling, nextSibling].find(isOfTranslator);
        if (standIn === undefined) continue;
        standIns.set(text, standIn);
        changed.observe(text, { characterData: true });
      }
  }

  /** As it stands now, with what was replaced a moment ago. */
  function insistOnChild(parent: Node, child: Node): void {
    if (child.parentNode === parent) return;
    note(replaced.takeRecords());
    takePlaceAgain(child);
  }

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    insistOnChild(this, child);
    return removeChild.call(this, child) as Child;
  };
  Node.prototype.insertBefore = function <Child extends Node>(this: Node, child: Child, next: Node | null): Child {
    // Some leave it out, which means the end.
    if (next) insistOnChild(this, next);
    return insertBefore.call(this, child, next) as Child;
  };
}

function takePlaceAgain(text: Node): void {
  if (text.isConnected) return;
  standIns.get(text)?.replaceWith(text);
  standIns.delete(text);
}

/** What pages themselves have not used for a long time. */
function isOfTranslator(node: Node | null): node is Element {
  return node instanceof Element && node.tagName === 'FONT';
}
