import './docs.css';
import { type Entry, find } from './find.ts';

/** Pages are whole without this: it adds a button to copy code, and the search. */
for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
  const frame = document.createElement('div');
  frame.className = 'code';
  block.replaceWith(frame);
  frame.append(block, button);
}

const search = document.querySelector('search') as HTMLElement;
const input = search.querySelector('input') as HTMLInputElement;
const list = search.querySelector('ul') as HTMLUListElement;
let entries: Promise<readonly Entry[]> | undefined;

function readEntries(): Promise<readonly Entry[]> {
  entries ??= fetch('/docs/search.json').then((answer) => answer.json() as Promise<Entry[]>);
  entries.catch(() => {
    entries = undefined;
  });
  return entries;
}

async function show(): Promise<void> {
  const asked = input.value;
  const found = find(await readEntries(), asked);
  if (asked !== input.value) return;
  list.replaceChildren(...found.map(itemOf));
  if (found.length === 0 && asked.trim() !== '') list.append(sentence('Nothing is called so, or says so.'));
}

function itemOf({ address, title, page }: Entry): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = address;
  link.textContent = title;
  const where = document.createElement('small');
  where.textContent = page;
  link.append(where);
  item.append(link);
  return item;
}

function sentence(text: string): HTMLLIElement {
  const item = document.createElement('li');
  item.textContent = text;
  return item;
}

function clear(): void {
  input.value = '';
  list.replaceChildren();
}

search.hidden = false;
input.addEventListener('input', () => void show());
list.addEventListener('click', clear);
search.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') clear();
  if (key === 'Enter') list.querySelector('a')?.click();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  input.focus();
});
