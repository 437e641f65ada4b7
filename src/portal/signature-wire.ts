import { type Static, Type } from 'typebox';
import { Nullable, Text } from '../infrastructure/http/schema.ts';
import type { Report, Tone } from './rules/report.ts';

/** As large as the largest request that is taken, with its headers. */
const LONGEST_PASTE = 512 * 1024;

export const PasteData = Type.Object({ request: Type.String({ maxLength: LONGEST_PASTE }) });

const ToneName = Type.Unsafe<Tone>({ type: 'string', enum: ['good', 'bad', 'note', 'plain'] });
export const ReportWire = Type.Object({
  verdict: Type.Object({ tone: ToneName, headline: Type.String(), sentence: Type.String() }),
  findings: Type.Array(
    Type.Object({ name: Type.String(), value: Type.String(), tone: ToneName, remark: Nullable<string>('string', '') }),
  ),
  text: Text('What must be signed'),
});

export function reportToWire({ verdict, findings, text }: Report): Static<typeof ReportWire> {
  return { verdict, findings: findings.map(({ remark = null, ...finding }) => ({ ...finding, remark })), text };
}
