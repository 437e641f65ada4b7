import { CopyButton } from './copy.tsx';
import { ScrollBox } from './scroll-box.tsx';

const PARTS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

type Part = { readonly key: number; readonly text: string; readonly style: string };

/** A document as it is sent, to read and to copy. */
export function JsonView({ value, label }: { readonly value: unknown; readonly label: string }) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '');
  return (
    <div className="relative">
      <ScrollBox label={label} className="max-h-[60dvh] rounded-control border border-line bg-paper p-3 pr-24">
        <pre className="font-mono text-fine leading-relaxed whitespace-pre-wrap wrap-anywhere">
          {partsOf(text).map(({ key, text: part, style }) => (
            <span key={key} className={style}>
              {part}
            </span>
          ))}
        </pre>
      </ScrollBox>
      <div className="absolute top-2 right-2">
        <CopyButton text={text} />
      </div>
    </div>
  );
}

function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(PARTS)) {
    if (match.index > end) parts.push({ key: end, text: text.slice(end, match.index), style: '' });
    const [whole, string, colon] = match;
    const style = string === undefined ? 'text-note' : colon === undefined ? 'text-accent' : 'text-info';
    parts.push({ key: match.index, text: whole, style });
    end = match.index + whole.length;
  }
  return [...parts, { key: end, text: text.slice(end), style: '' }];
}
