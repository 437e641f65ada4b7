import type { CardWire, RateCardDocument } from '../../../src/console/rates-wire.ts';

/** What each part of the form is given: it shows its part of the document, and hands on the whole when that changes. */
export type CardPartProps = {
  readonly card: CardWire;
  readonly document: RateCardDocument;
  readonly onChange: (document: RateCardDocument) => void;
  /** The sentence that belongs beside a field. */
  readonly fault: (field: string) => string | undefined;
};
