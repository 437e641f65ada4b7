import type { Stage, StepKind } from '../rules/delivery.ts';

/** What the page says, in one language. In braces stands what is put in. */
export type Vocabulary = {
  /** The name of the language in itself. */
  readonly itself: string;
  readonly title: string;
  readonly planned: string;
  readonly expectedSoon: string;
  readonly expectedAbout: string;
  readonly deliveredAt: string;
  /** Where it stands, and what that means for whoever waits. */
  readonly stage: Readonly<Record<Stage, { readonly title: string; readonly detail: string }>>;
  readonly step: Readonly<Record<StepKind, string>>;
  readonly progress: string;
  /** Of a step, for whoever cannot see that it is pale. */
  readonly toCome: string;
  readonly steps: string;
  readonly stops: string;
  readonly pickUp: string;
  readonly dropOff: string;
  readonly driver: string;
  readonly plate: string;
  readonly map: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly mapSources: string;
  readonly photo: string;
  readonly signature: string;
  readonly reason: string;
  readonly note: string;
  readonly noteHint: string;
  readonly sendNote: string;
  readonly notesSent: string;
  readonly noteEmpty: string;
  readonly noteTooLong: string;
  readonly notesFull: string;
  readonly near: string;
  readonly nearHint: string;
  readonly nearAsked: string;
  readonly wrongParcel: string;
  readonly wrongParcelHint: string;
  readonly reportWrongParcel: string;
  readonly wrongParcelReported: string;
  readonly language: string;
  readonly change: string;
  readonly connectionLost: string;
  readonly whoSees: string;
  readonly gone: string;
  readonly goneDetail: string;
  readonly trouble: string;
  readonly troubleDetail: string;
  /** To the recipient's phone. */
  readonly nearMessage: string;
};
