/** What shows that a drop-off was done, or why it could not be. */
export type Proof<Photo = Blob> =
  | { readonly kind: 'NONE' }
  | { readonly kind: 'PHOTO'; readonly photo: Photo }
  | { readonly kind: 'SIGNATURE'; readonly strokes: number[][][] }
  | { readonly kind: 'FAILED'; readonly reasonKey: string; readonly note?: string };

/** What must not be lost: kept on the device, sent in order, each with its own Request-ID and the time on the device. */
export type Action<Photo = Blob> =
  | { readonly kind: 'arrive'; readonly orderId: string }
  | { readonly kind: 'pickUp'; readonly orderId: string }
  | { readonly kind: 'giveBack'; readonly orderId: string; readonly reason: string }
  | { readonly kind: 'dropOff'; readonly orderId: string; readonly stopId: string; readonly proof: Proof<Photo> }
  | { readonly kind: 'parcelPickUp'; readonly orderId: string; readonly pieces?: number; readonly note?: string }
  | {
      readonly kind: 'parcelFailPickUp';
      readonly orderId: string;
      readonly reasonKey: string;
      readonly note?: string;
    }
  | { readonly kind: 'parcelDropOut'; readonly orderId: string; readonly reason: string }
  | { readonly kind: 'parcelDeliver'; readonly orderId: string; readonly proof: Proof<Photo> }
  | {
      readonly kind: 'parcelFailDelivery';
      readonly orderId: string;
      readonly reasonKey: string;
      readonly note?: string;
    }
  | { readonly kind: 'parcelRetry'; readonly orderId: string }
  | { readonly kind: 'parcelReturn'; readonly orderId: string }
  | { readonly kind: 'goOffline' }
  /** Goes out before everything else. */
  | {
      readonly kind: 'emergency';
      readonly place?: { readonly lat: number; readonly lng: number };
      readonly note?: string;
    };

export type Queued = {
  /** Its Request-ID. */
  readonly id: string;
  readonly driverId: string;
  readonly action: Action;
  /** By the device. */
  readonly doneAt: number;
  readonly tries: number;
  /** What stood in the way at the last try. */
  readonly trouble?: string;
};
