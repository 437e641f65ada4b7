import { assert } from '../../foundation/assert.ts';

/** What the bundler wrote down: which files each source became. */
export type Build = Readonly<
  Record<
    string,
    {
      readonly file: string;
      readonly css?: readonly string[];
      readonly assets?: readonly string[];
      readonly imports?: readonly string[];
      readonly dynamicImports?: readonly string[];
    }
  >
>;

/** Addresses on this origin. */
export type WebEntry = {
  readonly script: string;
  readonly styles: readonly string[];
  /** All it may ever ask for, also later: what has to be there without a signal. */
  readonly everything: readonly string[];
};

/** What a source that was not taken apart became. */
export function fileOf(build: Build, source: string): string {
  const part = build[source];
  assert(part !== undefined, `${source} is part of the build`);
  return part.file;
}

const addressOf = (file: string) => `/${file}`;

export function entryOf(build: Build, source: string): WebEntry {
  const script = addressOf(fileOf(build, source));
  const now = reachedFrom(build, source, ({ imports = [] }) => imports);
  const ever = reachedFrom(build, source, ({ imports = [], dynamicImports = [] }) => [...imports, ...dynamicImports]);
  return {
    script,
    styles: filesOf(build, now, ({ css = [] }) => css),
    everything: filesOf(build, ever, ({ file, css = [], assets = [] }) => [file, ...css, ...assets]),
  };
}

type Part = Build[string];

function reachedFrom(build: Build, source: string, next: (part: Part) => readonly string[]): readonly string[] {
  const reached = new Set<string>();
  const waiting = [source];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    waiting.push(...next(build[name] as Part));
  }
  return [...reached];
}

function filesOf(build: Build, names: readonly string[], files: (part: Part) => readonly string[]): readonly string[] {
  return [...new Set(names.flatMap((name) => files(build[name] as Part)))].map(addressOf);
}
