import type { LabelContent } from './rules/label.ts';
export async function drawLabels(_labels: readonly LabelContent[]): Promise<Buffer> {
  return Buffer.from('%PDF-1.4');
}
