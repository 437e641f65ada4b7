import type { CardWire, RateCardDocument } from '../../../src/console/rates-wire.ts';
import type { FieldFault } from '../../shared/ui/labelled.tsx';

/** What each part of the form is given: it shows its part of the document, and hands on the whole when that changes. */
export type CardPartProps = {
  readonly card: CardWire;
  readonly document: RateCardDocument;
  readonly onChange: (document: RateCardDocument) => void;
  /** What was wrong with a field. */
  readonly fault: (field: string) => FieldFault | undefined;
};
