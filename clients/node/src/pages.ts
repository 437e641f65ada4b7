import type { Page } from './transport.ts';

/** Every item of a list, page after page, each page asked for when it is needed. */
export async function* itemsOf<Item>(
  readPage: (after: string | undefined) => Promise<Page<Item>>,
  from?: string,
): AsyncGenerator<Item, void, undefined> {
  let after: string | null | undefined = from;
  do {
    const page: Page<Item> = await readPage(after);
    yield* page.data;
    after = page.next;
  } while (after !== null);
}
