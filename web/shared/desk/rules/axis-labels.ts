/** So many names of things are all written, in lines where they have to be; of more, such as hours, some stand for the rest. */
const MOST_WRAPPED = 12;

type AxisLabels = {
  /** Each label in its lines. */
  readonly lines: readonly (readonly string[])[];
  /** The first is written, and then every n-th. */
  readonly every: number;
};

/** How labels are written below a chart in which each has room for so many characters, or a part of one. */
export function axisLabels(labels: readonly string[], charactersEach: number): AxisLabels {
  const longest = Math.max(0, ...labels.map(({ length }) => length));
  const isTight = longest > charactersEach;
  if (isTight && labels.length <= MOST_WRAPPED)
    return { lines: labels.map((label) => wrap(label, charactersEach)), every: 1 };
  const every = isTight ? Math.min(labels.length, Math.ceil(longest / charactersEach)) : 1;
  return { lines: labels.map((label) => [label]), every };
}

/** In lines of at most so many characters; a word that is longer has its own. */
function wrap(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= most) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
