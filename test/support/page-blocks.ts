/** What a comment on the line above a block says of it. */
type Mark =
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'beside' }
  | { readonly kind: 'checked by'; readonly test: string };

export type Block = {
  /** File and line of its opening fence. */
  readonly at: string;
  readonly language: string;
  readonly text: string;
  readonly mark: Mark | undefined;
};

const FENCE = /^( *)```(.*)$/;
const COMMENT = /^<!-- (.*) -->$/;

/** The fenced blocks of a Markdown page, in turn. */
export function blocksOf(file: string, page: string): Block[] {
  const blocks: Block[] = [];
  let open: { at: string; language: string; indent: string; lines: string[]; mark: Mark | undefined } | undefined;
  page.split('\n').forEach((line, index, lines) => {
    const [, indent = '', language] = FENCE.exec(line) ?? [];
    if (language === undefined) open?.lines.push(line.slice(open.indent.length));
    else if (open === undefined) {
      const at = `${file}:${index + 1}`;
      open = { at, language: language.trim(), indent, lines: [], mark: markOf(at, lines[index - 1]?.trim() ?? '') };
    } else {
      blocks.push({ at: open.at, language: open.language, text: `${open.lines.join('\n')}\n`, mark: open.mark });
      open = undefined;
    }
  });
  if (open !== undefined) throw new Error(`${open.at}: the block has no end`);
  return blocks;
}

function markOf(at: string, lineAbove: string): Mark | undefined {
  const said = COMMENT.exec(lineAbove)?.[1];
  if (said === undefined) return undefined;
  if (said === 'beside') return { kind: 'beside' };
  const [, key, value = ''] = /^(file|checked by): (\S+)$/.exec(said) ?? [];
  if (key === 'file') return { kind: 'file', name: value };
  if (key === 'checked by') return { kind: 'checked by', test: value };
  throw new Error(`${at}: the comment above it is none of "beside", "file: …", "checked by: …"`);
}

/** Blocks that are run as one, each with what the page shows it to print. */
export type Run = {
  readonly language: string;
  readonly beside: boolean;
  readonly parts: { readonly block: Block; readonly shown: Block | undefined }[];
};

const RUN = ['sh', 'js', 'python', 'php'];
const SHOWN = ['json', 'text'];

/** What is to be done with a page, in turn: files that it wants saved, and runs. JavaScript goes on until another language comes, or it imports anew. */
export function planOf(blocks: readonly Block[]): { readonly files: Block[]; readonly runs: Run[] } {
  const files: Block[] = [];
  const runs: Run[] = [];
  let last: Block | undefined;
  for (const block of blocks) {
    const { mark } = block;
    if (mark?.kind === 'file') files.push(block);
    else if (mark?.kind !== 'checked by') addToRuns(runs, block, last);
    last = block;
  }
  return { files, runs };
}

function addToRuns(runs: Run[], block: Block, last: Block | undefined): void {
  const { language, mark } = block;
  const run = runs.at(-1);
  const part = run?.parts.at(-1);
  if (SHOWN.includes(language)) {
    if (run === undefined || part === undefined || part.block !== last)
      throw new Error(`${block.at}: it shows what is printed by the block before it, and there is none`);
    run.parts[run.parts.length - 1] = { ...part, shown: block };
  } else if (!RUN.includes(language)) throw new Error(`${block.at}: nobody runs "${language}"`);
  else if (language === 'js' && run?.language === 'js' && !run.beside && !mark && !/^import\b/.test(block.text))
    run.parts.push({ block, shown: undefined });
  else runs.push({ language, beside: mark?.kind === 'beside', parts: [{ block, shown: undefined }] });
}
