import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inProject } from './project-folder.ts';

const BUILT = inProject('dist/server/');

export type SourceLines = {
  /** Has every place in the build that a text names, such as a stack, be the place in the sources. */
  name(text: string): string;
  /** The source of a place in a built file; line and column count from 0. */
  sourceOf(file: string, line: number, column: number): Place | undefined;
};
type Place = { readonly source: string; readonly line: number; readonly column: number };

/** Node's own way reads every map at every start, which takes as long as a tenth of it; most processes never show a stack. */
export function openSourceLines(built = BUILT): SourceLines {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (file: string) => {
    if (!maps.has(file)) maps.set(file, readMap(path.join(built, `${file}.map`)));
    return maps.get(file);
  };
  const sourceOf = (file: string, line: number, column: number): Place | undefined => {
    const found = mapOf(file)?.findEntry(line, column);
    if (found === undefined || !('originalSource' in found)) return undefined;
    const source = path.relative(path.join(built, '../..'), path.join(built, found.originalSource));
    return { source, line: found.originalLine, column: found.originalColumn };
  };
  const folder = pathToFileURL(built).href;
  const nameFirst = (text: string): string => {
    const [shown, file, line, column] = /^([\w-]+\.js):(\d+):(\d+)/.exec(text) ?? [];
    if (shown === undefined) return `${folder}${text}`;
    const place = sourceOf(file as string, Number(line) - 1, Number(column) - 1);
    if (place === undefined) return `${folder}${text}`;
    return `${place.source}:${place.line + 1}:${place.column + 1}${text.slice(shown.length)}`;
  };
  return {
    sourceOf,
    name(text) {
      const [before = '', ...afterFolder] = text.split(folder);
      return before + afterFolder.map(nameFirst).join('');
    },
  };
}

/** Without its map a stack is shown as it is. */
function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
