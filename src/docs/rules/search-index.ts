import type { Guide } from './markdown.ts';
import type { Chapter } from './reference.ts';

/** Something to be found: where it is, what it is called and what it says. */
type SearchEntry = {
  readonly address: string;
  readonly title: string;
  readonly page: string;
  readonly words: string;
};

export function searchIndex(guides: ReadonlyMap<string, Guide>, chapters: readonly Chapter[]): SearchEntry[] {
  const ofGuides = [...guides].flatMap(([name, guide]) =>
    guide.sections.map(({ text, anchor, words }) => ({
      address: anchor === '' ? `/docs/${name}` : `/docs/${name}#${anchor}`,
      title: text,
      page: guide.title,
      words,
    })),
  );
  const ofChapters = chapters.flatMap((chapter) =>
    chapter.operations.map(({ id, method, path, summary, description }) => ({
      address: `/docs/reference/${chapter.slug}#${id}`,
      title: summary,
      page: `API reference: ${chapter.name}`,
      words: `${method} ${path} ${description}`,
    })),
  );
  return [...ofGuides, ...ofChapters];
}
