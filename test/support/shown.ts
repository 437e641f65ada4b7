/** Stands for whatever is not shown. */
const REST = '…';

/** Where an answer is not as a page shows it; nothing where it is. */
export function differenceFrom(shown: unknown, answer: unknown, place = ''): string | undefined {
  if (shown === REST) return answer === undefined ? `${place || 'the answer'} is missing` : undefined;
  if (typeof shown === 'string' && typeof answer === 'string' && textPattern(shown).test(answer)) return undefined;
  if (Array.isArray(shown) && Array.isArray(answer)) return differenceOfLists(shown, answer, place);
  if (isRecord(shown) && isRecord(answer)) return differenceOfRecords(shown, answer, place);
  if (shown === answer) return undefined;
  return `${place || 'the answer'} is ${JSON.stringify(answer) ?? 'missing'}, shown is ${JSON.stringify(shown)}`;
}

function differenceOfLists(shown: unknown[], answer: unknown[], place: string): string | undefined {
  const open = shown.at(-1) === REST;
  const items = open ? shown.slice(0, -1) : shown;
  if (!open && answer.length !== items.length)
    return `${place || 'the answer'} has ${answer.length} items, shown are ${items.length}`;
  return first(items.map((item, index) => () => differenceFrom(item, answer[index], `${place}/${index}`)));
}

function differenceOfRecords(shown: Fields, answer: Fields, place: string): string | undefined {
  const names = Object.keys(shown).filter((name) => name !== REST);
  const hidden = Object.keys(answer).find((name) => !names.includes(name));
  if (!(REST in shown) && hidden !== undefined) return `${place}/${hidden} is not shown`;
  return first(names.map((name) => () => differenceFrom(shown[name], answer[name], `${place}/${name}`)));
}

/** The printed text of a page: "…" stands for a part of a line, or alone in its line for any lines. */
export function textPattern(shown: string): RegExp {
  const lines = shown.trimEnd().split('\n');
  const pattern = lines.map((line) =>
    lines.length > 1 && line.trim() === REST
      ? '(?:.*\\n)*?'
      : `${line.trimEnd().split(REST).map(escaped).join('.*')}[ ]*\\n`,
  );
  return new RegExp(`^${pattern.join('').replace(/\\n$/, '')}\\s*$`);
}

/** The lines of a program that goes on printing: those shown, in this order, others between them. */
export const linesPattern = (shown: string): RegExp =>
  new RegExp(
    shown
      .trimEnd()
      .split('\n')
      .map((line) => `^${line.split(REST).map(escaped).join('.*')}$`)
      .join('[^]*?'),
    'm',
  );

type Fields = Record<string, unknown>;
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

function first(looks: readonly (() => string | undefined)[]): string | undefined {
  for (const look of looks) {
    const found = look();
    if (found !== undefined) return found;
  }
  return undefined;
}
