import type { Polygon } from '../../foundation/geo.ts';
import type { MinorUnits } from '../../foundation/money.ts';
import type { Instant } from '../../foundation/time.ts';

export type Market = {
  readonly market: string;
  readonly name: string;
  readonly currency: string;
  /** Decimal places of every amount in this market. */
  readonly decimals: number;
  readonly callingCode: string;
  /** Whom to call where somebody is in danger. */
  readonly emergencyNumbers: { readonly police: string; readonly ambulance: string };
  readonly languages: readonly string[];
  /** Whether the scheduled variant is offered. */
  readonly plus: boolean;
  readonly priorityFee: PriorityFeeBounds;
  readonly cities: readonly City[];
};

type PriorityFeeBounds = {
  readonly minimumMinor: MinorUnits;
  /** The maximum follows the base fare, but is never below this. */
  readonly maximumFloorMinor: MinorUnits;
};

export type City = {
  /** For example "HK HKG". */
  readonly locode: string;
  readonly name: string;
  readonly timeZone: string;
  /** How much longer a way by road is than the straight line, where no routing engine measures it. */
  readonly roadFactor: number;
  readonly area: readonly Polygon[];
  readonly services: readonly Service[];
};

export type Service = {
  readonly key: string;
  readonly description: string;
  readonly dimensionsMeters: { readonly length: string; readonly width: string; readonly height: string };
  readonly loadKg: string;
  readonly specialRequests: readonly SpecialRequest[];
  readonly itemSpecification: ItemSpecification;
};

/** Values that fit the item of a quotation; empty where the vehicle has none. */
type ItemSpecification = {
  readonly weightRange?: readonly string[];
  readonly categories?: readonly string[];
  readonly handlingInstructions?: readonly string[];
};

export type SpecialRequest = {
  readonly name: string;
  readonly description: string;
  /** Requests of one group are alternatives to one another; at most `maxSelection` of them fit one quotation. */
  readonly group: string | undefined;
  readonly maxSelection: number;
  /** Before this time the request is announced but cannot be used; undefined: it has always been there. */
  readonly onlineFrom: Instant | undefined;
  /** From this time on the request is gone; undefined: it stays. */
  readonly offlineFrom: Instant | undefined;
};
