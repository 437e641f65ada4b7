import type { Point } from '../../foundation/geo.ts';

/** One part of the page that changes by itself; `is` tells it from what stood there before. */
type Fragment = { readonly is: string; readonly html: string };

/** What a live page shows, and where. */
export type LiveState = {
  readonly title: string;
  readonly fragments: Readonly<Record<string, Fragment>>;
  readonly map: {
    readonly market: string;
    readonly stops: readonly (Point & {
      readonly kind: 'pickUp' | 'dropOff';
      readonly label: string;
      readonly closed: boolean;
      readonly failed?: boolean;
    })[];
    readonly route: readonly Point[];
    readonly driver?: Point;
  };
};
