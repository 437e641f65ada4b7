// Made from docs/openapi.json by `npm run generate`. Not to be changed by hand.

/** What shall happen to the order */
export type Action = {
  /** One that is possible now */
  action: string;
  /** Which drop-off; the next open one where not given */
  stopId?: string | null;
  /** How a drop-off ends; where not given, as the order asks for it */
  proof?: 'PHOTO' | 'SIGNATURE' | 'FAILED';
  /** Why it failed or is given back */
  reason?: string;
};

/** A field that an action takes */
export type ActionNeed = {
  /** Its name */
  field: string;
  /** Whether the action is refused without it */
  required: boolean;
  /** What it can be; absent where that is free */
  values?: string[];
};

/** Who has it now */
export type AssignedDriver = {
  /** A short number */
  driverId: string;
  /** As the driver is called */
  name: string;
  /** In E.164 form; empty before the driver may be seen */
  phone: string;
  /** The first two characters and the last one are asterisks */
  plateNumber: string;
  /** Link to the photo; empty where there is none */
  photo: string;
};

/** Of the wallet, after the change */
export type Balance = {
  /** ISO 4217 */
  currency: string;
  /** What can still be spent; decimal number */
  amount: string;
};

/** What goes wrong with calls: a status, or a cut */
export type CallFaults = {
  /** What is answered */
  status?: 429 | 500 | 503;
  /** The connection is closed without an answer */
  cut?: true;
  /** Only after the work is done and committed; otherwise nothing is done */
  afterCommit?: boolean;
  /** Share of the calls, all where not given; sandbox calls are spared */
  share?: number | boolean;
};

/** The price after the change */
export type ChangedPrice = {
  /** ISO 4217 */
  currency: string;
  /** Without the priority fee; decimal number */
  subtotal: string;
  /** The same; receivers of this API read either; decimal number */
  subTotal: string;
  /** 0 where there is none; decimal number */
  priorityFee: string;
  /** What is to be paid; decimal number */
  totalPrice: string;
};

/** A city that is served */
export type City = {
  /** Location code: market code, space, city code */
  locode: string;
  /** In English */
  name: string;
  /** The kinds of vehicles in this city */
  services: Service[];
};

/** The clock by which your orders live */
export type Clock = {
  /** The time on your clock; UTC, ISO 8601 */
  now: string;
  /** How far it is ahead of ours */
  offsetSeconds: number;
};

/** One of the two */
export type ClockChange = {
  /** How far forward: from 1 second to 31 days */
  advanceSeconds?: number;
  /** Back to our time; refused while orders are open */
  reset?: true;
};

/** In degrees, as text */
export type Coordinates = {
  /** Latitude, as it was given */
  lat: string;
  /** Longitude, as it was given */
  lng: string;
};

/** One try to push an event */
export type DeliveryAttempt = {
  /** When it was tried; UTC, ISO 8601 */
  at: string;
  /** The HTTP status; null where nobody answered */
  status: number | null;
  /** How long it took, in milliseconds */
  durationMs: number;
  /** The first bytes of the answer, or why there was none */
  answer: string;
};

/** A change of the status */
export type DeliveryLog = {
  /** What it became */
  status:
    | 'AWAITS_DRIVER'
    | 'AWAITS_PICKUP'
    | 'DELIVERING'
    | 'FAILED_PICKUP'
    | 'FAILED'
    | 'RETURNED'
    | 'DELIVERED'
    | 'CANCELED'
    | 'CLOSED';
  /** When; UTC, ISO 8601 */
  updatedAt: string;
};

/** The largest load, in meters */
export type Dimensions = {
  length: Measure;
  width: Measure;
  height: Measure;
};

/** Along the streets, over all stops */
export type Distance = {
  /** Whole number */
  value: string;
  /** Always m */
  unit: string;
};

/** Who has the order */
export type Driver = {
  /** A short number */
  driverId: string;
  /** As the driver is called */
  name: string;
  /** In E.164 form */
  phone: string;
  /** The first two characters and the last one are asterisks */
  plateNumber: string;
  /** Link to the photo; empty where there is none */
  photo: string;
  coordinates?: DriverPosition;
};

/** An order has its driver: one has taken it, or comes along from the order that it replaces */
export type DriverAssigned = {
  driver: AssignedDriver;
  location?: Location;
  order: OrderOfEvent;
  /** When it happened, on your clock; UTC, ISO 8601 */
  updatedAt: string;
};

/** Why another driver is asked for */
export type DriverChange = {
  /** Refused without one of these */
  reason?: 'DRIVER_LATE' | 'DRIVER_ASKED_CHANGE' | 'DRIVER_UNRESPONSIVE' | 'DRIVER_RUDE';
};

/** Where the driver was last; absent while nobody knows */
export type DriverPosition = {
  /** Latitude in degrees */
  lat: string;
  /** Longitude in degrees */
  lng: string;
  /** When the driver was there; UTC, ISO 8601 */
  updatedAt: string;
};

/** A stop with its contact, as it shall be */
export type EditedStop = {
  coordinates?: NewCoordinates | null;
  /** Street address, plain text; where it is missing, the coordinates are looked up */
  address?: string | null;
  /** Contact name */
  name?: string | null;
  /** In E.164 form */
  phone?: string | null;
  /** A note to the driver; sent again or lost */
  remarks?: string | null;
};

/** What is wrong, for programs; further codes may come */
export type ErrorCode =
  | 'ERR_INVALID_JSON'
  | 'ERR_UNAUTHORIZED'
  | 'ERR_INSUFFICIENT_CREDIT'
  | 'ERR_FORBIDDEN'
  | 'ERR_NOT_FOUND'
  | 'ERR_ORDER_NOT_FOUND'
  | 'ERR_DRIVER_NOT_FOUND'
  | 'ERR_EVENT_NOT_FOUND'
  | 'ERR_OFFER_NOT_FOUND'
  | 'ERR_METHOD_NOT_ALLOWED'
  | 'ERR_REQUEST_TIMEOUT'
  | 'ERR_REQUEST_IN_PROGRESS'
  | 'ERR_CANCELLATION_FORBIDDEN'
  | 'ERR_CHANGED_MEANWHILE'
  | 'ERR_OFFER_GONE'
  | 'ERR_PAYLOAD_TOO_LARGE'
  | 'ERR_INVALID_FIELD'
  | 'ERR_MISSING_FIELD'
  | 'ERR_INVALID_MARKET'
  | 'ERR_INSUFFICIENT_STOPS'
  | 'ERR_TOO_MANY_STOPS'
  | 'ERR_INVALID_SCHEDULE_TIME'
  | 'ERR_INVALID_SERVICE_TYPE'
  | 'ERR_INVALID_SPECIAL_REQUEST'
  | 'ERR_OUT_OF_SERVICE_AREA'
  | 'ERR_REVERSE_GEOCODE_FAILURE'
  | 'ERR_INVALID_QUOTATION_ID'
  | 'ERR_INVALID_PHONE_NUMBER'
  | 'ERR_INVALID_ORDER_STATUS'
  | 'ERR_CHANGE_DRIVER'
  | 'ERR_EXCEED_MIN_TIPS'
  | 'ERR_EXCEED_MAX_TIPS'
  | 'ERR_INVALID_TIPS'
  | 'ERR_ORDER_EDIT'
  | 'ERR_INVALID_RESPONSE'
  | 'ERR_NO_WEBHOOK'
  | 'ERR_TOO_MANY_KEYS'
  | 'ERR_RATE_LIMIT_EXCEEDED'
  | 'ERR_HEADERS_TOO_LARGE'
  | 'ERR_INTERNAL'
  | 'ERR_UNAVAILABLE';

/** Something that you are told */
export type Event = {
  /** Give it as `after` to go on from here */
  cursor: string;
  /** Upper-case UUID, the same on every push of the event */
  eventId: string;
  /** Says what `data` holds */
  eventType: string;
  /** When it happened; UTC, ISO 8601 */
  createdAt: string;
  delivery: EventDelivery;
  data:
    | OrderStatusChanged
    | OrderAmountChanged
    | OrderEdited
    | OrderReplaced
    | OrderCreated
    | ProofStatusChanged
    | DriverAssigned
    | WalletBalanceChanged
    | PlusOrderStatusChanged;
};

/** What became of its push */
export type EventDelivery = {
  /** PARKED: waits until you set the URL again, or ask for it while the URL is not switched off. SKIPPED: not for your URL */
  status: 'PENDING' | 'DELIVERED' | 'PARKED' | 'SKIPPED';
  /** How often it was tried */
  attempts: number;
  /** Of the last try, or why nothing is tried; null where nothing is wrong */
  lastError: string | null;
  /** Only with the header `Expand: attempts`; oldest first */
  tries?: DeliveryAttempt[];
};

/** From when on events are sent again */
export type EventRecovery = {
  /** ISO 8601, with Z or an offset */
  since: string;
};

/** The rates that made the price */
export type ExplainedCard = {
  /** The city */
  locode: string;
  /** The service */
  service: string;
  /** Which edition of the rates */
  version: number;
  /** When it was chosen; UTC, ISO 8601 */
  judgedAt: string;
  rounding: Rounding;
};

/** What the special requests want of a driver */
export type ExplainedDriver = {
  /** What a driver must have to be asked */
  needs: string[];
  /** What the driver does beside driving */
  steps: ExplainedStep[];
};

/** Only of an order that was edited */
export type ExplainedEdit = {
  /** What the order cost before; decimal number */
  totalBefore: string;
};

/** An item of the price */
export type ExplainedItem = {
  /** Its name in the price breakdown */
  item: string;
  /** As it stands in the price breakdown; decimal number */
  amount: string;
  /** The same before it was rounded; decimal number */
  beforeRounding: string;
  /** What it was made from: rates, meters, tiers, fees, times */
  inputs: Record<string, unknown>;
};

/** Why this driver */
export type ExplainedMatch = {
  /** What a driver must have to be asked */
  needs: string[];
  /** What the driver does beside driving */
  steps: ExplainedStep[];
  /** Who has it; absent while nobody does */
  driverId?: string;
  /** Since when; UTC, ISO 8601 */
  matchedAt?: string;
  /** Ids of drivers who gave it back or were replaced */
  former: string[];
  /** The latest 100, newest first */
  offers: MadeOffer[];
  /** The latest 20 that had something to say, newest first */
  rounds: MatchRound[];
};

/** Only where the shortest order was asked for */
export type ExplainedOrderOfStops = {
  /** The way in the order that was given */
  distanceBeforeMeters: number;
  /** How much shorter it became */
  savedMeters: number;
  /** Which of the given stops comes when, counted from 0 */
  order: number[];
};

/** How the placement has chosen the price */
export type ExplainedPlacement = {
  /** What was quoted; decimal number */
  quotedTotal: string;
  /** What the rates of the placement would have made of it; decimal number */
  totalAtPlacement: string;
  /** Which of them holds: the lower one */
  taken: 'QUOTED' | 'AT_PLACEMENT';
};

/** The way that is priced */
export type ExplainedRoute = {
  /** The way that is priced */
  distanceMeters: number;
  /** How it was measured; estimate: by the straight line */
  measuredBy: 'estimate' | 'valhalla' | 'osrm';
  /** How much longer the road is than the straight line; only of an estimate */
  roadFactor?: number;
  /** Whether the way back is driven too */
  returnsToPickUp: boolean;
  optimized?: ExplainedOrderOfStops;
};

/** Something that a special request adds */
export type ExplainedStep = {
  /** What to do */
  kind: string;
  /** Where */
  at: 'PICK_UP' | 'DROP_OFF' | 'WAY';
  /** Of QUEUE and WAIT: how long is paid for */
  allowedMinutes?: number;
  /** Of PAY_TOLL: the special request */
  request?: string;
};

/** What goes wrong on purpose; empty where nothing does */
export type Faults = {
  webhooks?: WebhookFaults;
  api?: CallFaults;
};

/** What is delivered, as it was given; absent where it was not */
export type Item = {
  /** Number of items */
  quantity?: unknown;
  /** A weight class of the vehicle; for PLUS kilograms */
  weight?: unknown;
  /** What kind of thing */
  categories?: unknown;
  /** How to handle it */
  handlingInstructions?: unknown;
};

/** Values for the item of a quotation; empty where the vehicle has none */
export type ItemSpecification = {
  /** Values for `weight` */
  weightRange?: string[];
  /** Values for `categories` */
  categories?: string[];
  /** Values for `handlingInstructions` */
  handlingInstructions?: string[];
};

/** To print and stick on the parcel; null where none was asked for */
export type Label = {
  /** Downloads a PDF in A6, for an hour; null while it is being made */
  url: string | null;
  /** Whether the PDF is there */
  status: 'GENERATING' | 'GENERATED';
};

/** Many labels as one PDF */
export type Labels = {
  /** 19 digits */
  labelBatchId: string;
  /** Whether the PDF is there */
  status: 'GENERATING' | 'GENERATED';
  /** Downloads one PDF with a page for each label, for an hour; null while it is made */
  url: string | null;
};

/** Where the driver is; absent before the driver may be seen */
export type Location = {
  /** Longitude in degrees */
  lng: number;
  /** Latitude in degrees */
  lat: number;
};

/** A driver who was asked */
export type MadeOffer = {
  /** Who was asked */
  driverId: string;
  /** What came of it */
  state: 'OPEN' | 'ACCEPTED' | 'DECLINED' | 'LAPSED' | 'WITHDRAWN';
  /** When; UTC, ISO 8601 */
  offeredAt: string;
};

/** A driver who could be asked */
export type MatchCandidate = {
  /** Who could be asked */
  driverId: string;
  score: MatchScore;
  /** Whether the driver was asked */
  chosen: boolean;
};

/** One look for a driver */
export type MatchRound = {
  /** When; UTC, ISO 8601 */
  at: string;
  /** How far away drivers could be; 0 where none was looked for */
  radiusMeters: number;
  /** Drivers in the city that could be reached */
  considered: number;
  /** The best few, and always one that was chosen */
  candidates: MatchCandidate[];
  /** How many could not be asked, by reason: OTHER_SERVICE, LACKS_…, FORMER_DRIVER, REFUSED, HAS_OFFER_OR_ORDER, BLOCKED_FOR_PARTNER, TOO_FAR */
  excluded: Record<string, number>;
  /** LEFT_WAITING: all who could be asked are of more use elsewhere. OFFER_OPEN: enough were asked and have not answered. NOT_YET: scheduled for later */
  outcome: 'OFFERED' | 'NO_CANDIDATE' | 'LEFT_WAITING' | 'OFFER_OPEN' | 'NOT_YET';
};

/** How well driver and order fit */
export type MatchScore = {
  /** The way to the pick-up; in seconds of driving */
  pickUpSeconds: number;
  /** For how long the order has waited; in seconds of driving */
  ageBonus: number;
  /** For the priority fee; in seconds of driving */
  feeBonus: number;
  /** For a driver who has earned less than usual; in seconds of driving */
  fairnessBonus: number;
  /** The way without the bonuses: the lower, the better; in seconds of driving */
  cost: number;
};

/** A number with its unit */
export type Measure = {
  /** Decimal number */
  value: string;
  /** m or kg */
  unit: string;
};

/** Your own data, given back with the order; at most 16 KiB and 5 levels deep */
export type Metadata = Record<string, unknown>;

/** Who is at a stop */
export type NewContact = {
  /** A stop of the quotation. Where no contact at all has one, contacts and stops are matched by position, in the order that the quotation answered. */
  stopId?: string | null;
  /** Contact name */
  name: string;
  /** In E.164 form */
  phone: string;
  /** A note to the driver, up to 1500 characters; lines end with CRLF */
  remarks?: string | null;
};

/** In degrees; where they are missing, the address is looked up */
export type NewCoordinates = {
  /** Latitude, up to 15 decimals */
  lat?: string | null;
  /** Longitude, up to 15 decimals */
  lng?: string | null;
};

/** What is delivered. Values are kept and given back; those that a vehicle knows are in GET /v3/cities. */
export type NewItem = {
  /** Number of items */
  quantity?: string;
  /** A weight class of the vehicle; for PLUS kilograms */
  weight?: string;
  /** What kind of thing */
  categories?: readonly string[];
  /** How to handle it */
  handlingInstructions?: readonly string[];
};

/** Which labels to print */
export type NewLabels = {
  /** In the order in which the labels are printed */
  orderIds: readonly string[];
};

/** A quotation, and who is at its stops */
export type NewOrder = {
  /** A quotation made less than 5 minutes ago */
  quotationId: string;
  sender: NewContact;
  /** One for each drop-off */
  recipients: readonly NewContact[];
  /** Ask the driver for proof of delivery at every drop-off; false where not given */
  isPODEnabled?: boolean | null;
  /** For channel partners: their own mark */
  partner?: string | null;
  metadata?: Metadata | null;
};

/** A scheduled quotation, its parcel, and who is at its stops */
export type NewPlusOrder = {
  /** A scheduled quotation that has not expired */
  quotationId: string;
  /** Your own reference of the parcel, unique among yours */
  clientRef: string;
  sender: NewContact;
  /** One, for the drop-off */
  recipients: readonly NewContact[];
  /** For channel partners: their own mark */
  partner?: string | null;
  metadata?: Metadata | null;
  /** Make a printable label; false where not given */
  generateLabel?: boolean | null;
};

/** What is to be delivered, and when */
export type NewPlusQuotation = {
  /** Pick-up time: later than now, at most 30 days ahead; UTC, ISO 8601 */
  scheduleAt: string;
  /** Only PLUS */
  serviceType: 'PLUS';
  /** The pick-up, then the drop-off */
  stops: readonly NewStop[];
  /** ISO 8601, at least 1 hour after scheduleAt; 4 hours after it where not given */
  deliveryBy?: string | null;
  /** To the recipient, or to the warehouse; LAST_MILE where not given */
  deliveryStage?: 'LAST_MILE' | 'FIRST_MILE';
  item?: NewItem;
};

/** What is to be delivered, and how */
export type NewQuotation = {
  /** A service key from GET /v3/cities */
  serviceType: string;
  /** The pick-up, then 1 to 15 drop-offs */
  stops: readonly NewStop[];
  /** Language key valid for the market */
  language: string;
  /** Pick-up time, ISO 8601, at most 30 days ahead; absent: at once */
  scheduleAt?: string | null;
  /** Names from GET /v3/cities that fit the service */
  specialRequests?: readonly string[] | null;
  /** Drop-offs in the provably shortest order; false where not given */
  isRouteOptimized?: boolean | null;
  item?: NewItem;
};

/** Who shall drive your orders */
export type NewSimulation = {
  /** AUTO: simulated drivers take your orders by themselves; MANUAL: nobody does but actions and signed-in drivers */
  drivers: 'AUTO' | 'MANUAL';
  /** How much faster than life they drive; 1 where not given */
  speed?: number;
  /** How orders go; all goes well where not given */
  scenario?:
    | 'HAPPY'
    | 'NO_DRIVER'
    | 'REJECT_ONCE'
    | 'REJECT_TWICE'
    | 'DRIVER_LATE'
    | 'SLOW_PICKUP'
    | 'POD_FAILED'
    | 'SUPPORT_REPLACES';
};

/** A place by coordinates, address, or both */
export type NewStop = {
  coordinates?: NewCoordinates | null;
  /** Street address, plain text; where it is missing, the coordinates are looked up */
  address?: string | null;
};

/** An order as it is read */
export type Order = {
  /** 19 digits */
  orderId: string;
  /** The quotation that was used */
  quotationId: string;
  priceBreakdown: PriceBreakdown;
  /** The same as in `priceBreakdown`; absent where there is none; decimal number */
  priorityFee?: string;
  /** Empty until a driver is matched */
  driverId: string;
  /** Shows the delivery to whoever has the link */
  shareLink: string;
  /** How far the order is */
  status: 'ASSIGNING_DRIVER' | 'ON_GOING' | 'PICKED_UP' | 'COMPLETED' | 'CANCELED' | 'REJECTED' | 'EXPIRED';
  distance: Distance;
  /** The pick-up, then the drop-offs in the order in which they are driven */
  stops: OrderStop[];
  item?: Item;
  metadata?: Metadata;
  /** The mark of a channel partner; absent where none was given */
  partner?: string;
  /** One for each stop, empty where there is none */
  remarks: string[];
  actions?: OrderActions;
};

/** Only with the header `Expand: actions`: what can be done when */
export type OrderActions = {
  /** The last moment to cancel; null where it cannot be cancelled; UTC, ISO 8601 */
  canCancelUntil: string | null;
  /** From then on another driver can be asked for; null while nobody has it, and after the pick-up; UTC, ISO 8601 */
  canChangeDriverFrom: string | null;
  /** Whether the drop-offs can be edited now */
  canEdit: boolean;
  /** How many edits the order has left: 1 or 0 */
  editsLeft: number;
  /** Whether a priority fee can be added now */
  canAddPriorityFee: boolean;
  /** From then on the driver can be read; null while nobody has it, and after its end; UTC, ISO 8601 */
  driverVisibleFrom: string | null;
};

/** An edit or a priority fee has changed the price */
export type OrderAmountChanged = {
  order: OrderWithPrice;
  balance: Balance;
  /** When it happened, on your clock; UTC, ISO 8601 */
  updatedAt: string;
};

/** All stops as they shall be */
export type OrderChange = {
  /** The pick-up as it was, then every drop-off of the order from now on, each with coordinates and address */
  stops: readonly EditedStop[];
};

/** An order was placed */
export type OrderCreated = {
  order: Order;
  /** When it happened, on your clock; UTC, ISO 8601 */
  updatedAt: string;
};

/** The drop-offs of an order are others */
export type OrderEdited = {
  /** CLIENT_REQUEST where you have edited it */
  editReason: 'CLIENT_REQUEST' | 'OTHERS';
  /** Who edited it */
  editParty: 'USER' | 'CUSTOMER_SUPPORT';
  previousData: PreviousData;
  order: PlacedOrder;
  /** When it happened, on your clock; UTC, ISO 8601 */
  updatedAt: string;
};

/** Why this price, and why this driver */
export type OrderExplanation = {
  /** 19 digits */
  orderId: string;
  rateCard: ExplainedCard;
  /** The time whose surcharges hold; UTC, ISO 8601 */
  pickUpAt: string;
  /** Of the city */
  timeZone: string;
  route: ExplainedRoute;
  /** They add up to the total */
  items: ExplainedItem[];
  /** What is to be paid; decimal number */
  total: string;
  edited?: ExplainedEdit;
  placement: ExplainedPlacement;
  /** Part of the total; absent where there is none; decimal number */
  priorityFee?: string;
  driver: ExplainedMatch;
};

/** Which order */
export type OrderOfEvent = {
  /** 19 digits */
  orderId: string;
};

/** Support has put another order in the place of one */
export type OrderReplaced = {
  order: OrderOfEvent;
  /** The order that was replaced */
  prevOrderId: string;
  /** When it happened, on your clock; UTC, ISO 8601 */
  updatedAt: string;
};

/** An order has another status */
export type OrderStatusChanged = {
  order: OrderWithStatus;
  /** When it happened, on your clock; UTC, ISO 8601 */
  updatedAt: string;
};

/** A stop with its contact */
export type OrderStop = {
  /** 19 digits */
  stopId: string;
  coordinates: Coordinates;
  /** Street address, as it was given or found */
  address: string;
  /** Contact name */
  name: string;
  /** In E.164 form */
  phone: string;
  /** A note to the driver; absent where there is none */
  remarks?: string;
  POD?: ProofOfDelivery;
};

/** The order after the change */
export type OrderWithPrice = {
  /** 19 digits */
  orderId: string;
  /** The city */
  market: string;
  /** How far the order is */
  status: 'ASSIGNING_DRIVER' | 'ON_GOING' | 'PICKED_UP' | 'COMPLETED' | 'CANCELED' | 'REJECTED' | 'EXPIRED';
  price: ChangedPrice;
};

/** The order after the change */
export type OrderWithStatus = {
  /** 19 digits */
  orderId: string;
  /** Pick-up time; for an immediate order the time of its placement; UTC, ISO 8601 */
  scheduleAt: string;
  /** Shows the delivery to whoever has the link */
  shareLink: string;
  /** The city */
  market: string;
  /** When the order was placed; UTC, ISO 8601 */
  createdAt: string;
  /** Empty while no driver has it */
  driverId: string;
  /** What it was; empty on the first push of an order */
  previousStatus:
    | ''
    | 'ASSIGNING_DRIVER'
    | 'ON_GOING'
    | 'PICKED_UP'
    | 'COMPLETED'
    | 'CANCELED'
    | 'REJECTED'
    | 'EXPIRED';
  /** What it is */
  status: 'ASSIGNING_DRIVER' | 'ON_GOING' | 'PICKED_UP' | 'COMPLETED' | 'CANCELED' | 'REJECTED' | 'EXPIRED';
  /** Who cancelled it; only with CANCELED */
  cancelParty?: 'USER' | 'CUSTOMER_SUPPORT';
  /** Why it was cancelled, where that was said; ASCII */
  cancelReason?: string;
};

/** An order as it is answered by what changes it */
export type PlacedOrder = {
  /** 19 digits */
  orderId: string;
  /** The quotation that was used */
  quotationId: string;
  priceBreakdown: PriceBreakdown;
  /** The same as in `priceBreakdown`; absent where there is none; decimal number */
  priorityFee?: string;
  /** Empty until a driver is matched */
  driverId: string;
  /** Shows the delivery to whoever has the link */
  shareLink: string;
  /** How far the order is */
  status: 'ASSIGNING_DRIVER' | 'ON_GOING' | 'PICKED_UP' | 'COMPLETED' | 'CANCELED' | 'REJECTED' | 'EXPIRED';
  distance: Distance;
  /** The pick-up, then the drop-offs in the order in which they are driven */
  stops: OrderStop[];
  item?: Item;
  metadata?: Metadata;
  /** The mark of a channel partner; absent where none was given */
  partner?: string;
};

/** An edit */
export type PlusChangeLog = {
  /** When it was changed; UTC, ISO 8601 */
  at: string;
  /** You, or the operator */
  by: 'USER' | 'CUSTOMER_SUPPORT';
  /** All fields that were changed at once */
  changes: PlusFieldChange[];
};

/** Who is there */
export type PlusContact = {
  /** Contact name */
  name: string;
  /** In E.164 form */
  phone: string;
};

/** How the parcel is delivered */
export type PlusDelivery = {
  /** Pick-up time; UTC, ISO 8601 */
  pickupAt: string;
  /** Deadline of the delivery; UTC, ISO 8601 */
  deliveryBy: string;
  /** When the order was placed; UTC, ISO 8601 */
  createdAt: string;
  /** When it last changed; UTC, ISO 8601 */
  updatedAt: string;
  /** Of the delivery */
  id: string;
  /** Of the partner */
  clientId: string;
  /** Whether you named the deadline */
  hasSla: boolean;
  /** Whether it failed at least once */
  isFlagged: boolean;
  /** Of the order */
  orderId: string;
  meta: PlusDeliveryMeta;
  /** The id of the order */
  orderRef: string;
  /** Your own reference of the parcel */
  parcelRef: string;
  /** Oldest first */
  formSubmissions: PlusFormSubmission[];
};

/** Of the label */
export type PlusDeliveryMeta = {
  /** Those on the label */
  barcodeFormats: string[];
  /** Always empty */
  frames: unknown[];
};

/** A stop with its contact, as it shall be */
export type PlusEditedStop = {
  coordinates?: NewCoordinates | null;
  /** Street address, plain text; where it is missing, the coordinates are looked up */
  address?: string | null;
  /** Contact name */
  name: string;
  /** In E.164 form */
  phone: string;
  /** A note to the driver; sent again or lost */
  remarks?: string | null;
};

/** A field that was changed */
export type PlusFieldChange = {
  /** Which one */
  field: string;
  /** What it was */
  from: unknown;
  /** What it is */
  to: unknown;
};

/** A form that the driver sent */
export type PlusFormSubmission = {
  /** Which one */
  form: string;
  /** When it was sent; UTC, ISO 8601 */
  at: string;
  /** Who sent it */
  driverId: string;
};

/** What the driver should know of the item */
export type PlusNote = {
  /** As given in the item */
  categories: unknown;
  /** As given in the item */
  handlingInstructions: unknown;
  /** As given in the item */
  weight: unknown;
};

/** A parcel */
export type PlusOrder = {
  /** 19 digits */
  orderId: string;
  /** The quotation that was used */
  quotationId: string;
  /** Pick-up time; UTC, ISO 8601 */
  scheduleAt: string;
  /** Deadline of the delivery; UTC, ISO 8601 */
  deliveryBy: string;
  /** Always PLUS */
  serviceType: 'PLUS';
  /** Empty until a driver is assigned */
  driverId: string;
  /** Shows the delivery to whoever has the link */
  shareLink: string;
  /** The last entry of `deliveryLogs` says more */
  status: 'IN_PROGRESS' | 'DELIVERED' | 'CANCELED' | 'CLOSED';
  distance: Distance;
  item?: Item;
  /** Your own reference of the parcel */
  clientRef: string;
  /** Each client has prices of their own, which the API does not show */
  priceBreakdown: null;
  /** The pick-up, then the drop-off */
  stops: PlusOrderStop[];
  /** One entry for each change of the status; the last is the status now */
  deliveryLogs: DeliveryLog[];
  metadata?: Metadata;
  /** The mark of a channel partner; absent where none was given */
  partner?: string;
  label: Label | null;
};

/** The parcel as it shall be; item and metadata stay where they are left out */
export type PlusOrderChange = {
  /** New pick-up time: later than now, at most 30 days ahead; UTC, ISO 8601 */
  scheduleAt: string;
  /** New deadline: more than 1 hour after scheduleAt; UTC, ISO 8601 */
  deliveryBy: string;
  /** The pick-up, then the drop-off */
  stops: readonly PlusEditedStop[];
  item?: NewItem;
  metadata?: Metadata | null;
};

/** A parcel as it is answered by an edit */
export type PlusOrderRecord = {
  /** Of the order */
  id: string;
  /** The quotation that was used */
  quotationId: string;
  /** Of the partner */
  clientId: string;
  /** To the recipient, or to the warehouse */
  deliveryStage: 'LAST_MILE' | 'FIRST_MILE';
  /** Your own reference of the parcel */
  clientRef: string;
  label: Label | null;
  /** The pick-up, then the drop-off */
  address: PlusRecordStop[];
  /** Your own data; empty where there is none */
  extras: {
    metadata?: Metadata;
  };
  /** The city */
  locationId: string;
  /** Quantity of the item; 1 where it is no number */
  parcelNum: number;
  /** Weight of the item in kilograms; 0 where it is no number */
  totalWeight: number;
  /** One where there is an item, otherwise none */
  notes: PlusNote[];
  /** Pick-up time; UTC, ISO 8601 */
  pickupAt: string;
  /** Deadline of the delivery; UTC, ISO 8601 */
  deliveryBy: string;
  /** When the order was placed; UTC, ISO 8601 */
  createdAt: string;
  /** When it last changed; UTC, ISO 8601 */
  updatedAt: string;
  /** The sub-status while in progress; then DELIVERED, CANCELED or CLOSED */
  status:
    | 'AWAIT_DRIVER'
    | 'AWAIT_PICKUP'
    | 'DELIVERING'
    | 'FAILED_PICKUP'
    | 'FAILED'
    | 'RETURNED'
    | 'DELIVERED'
    | 'CANCELED'
    | 'CLOSED';
  /** Your own data; empty where there is none */
  attributes: {
    metadata?: Metadata;
  };
  /** District or city of the pick-up */
  pickupDistrict: string;
  /** District or city of the drop-off */
  deliveryDistrict: string;
  /** lat,lng */
  pickupCoordinate: string;
  /** lat,lng */
  deliveryCoordinate: string;
  distance: Distance;
  /** Whether the status is CANCELED */
  isCancelled: boolean;
  /** The newest last */
  changeLogs: PlusChangeLog[];
  /** The driver; none before one is assigned */
  users: PlusUser[];
  /** Those that an operator has given; usually none */
  tags: string[];
  /** Shows the delivery to whoever has the link */
  shareLink: string;
  /** The id of the driver; none before one is assigned */
  userIds: string[];
  /** Always one */
  deliveries: PlusDelivery[];
};

/** A scheduled order has another status */
export type PlusOrderStatusChanged = {
  order: PlusOrderWithStatus;
  /** When it happened, on your clock; UTC, ISO 8601 */
  updatedAt: string;
};

/** A stop with its contact */
export type PlusOrderStop = {
  /** 19 digits */
  stopId: string;
  coordinates: Coordinates;
  /** Street address, as it was given or found */
  address: string;
  /** Contact name */
  name: string;
  /** In E.164 form */
  phone: string;
  /** A note to the driver; absent where there is none */
  remarks?: string;
};

/** The order after the change */
export type PlusOrderWithStatus = {
  /** 19 digits */
  orderId: string;
  /** Pick-up time; for an immediate order the time of its placement; UTC, ISO 8601 */
  scheduleAt: string;
  /** Shows the delivery to whoever has the link */
  shareLink: string;
  /** The city */
  market: string;
  /** When the order was placed; UTC, ISO 8601 */
  createdAt: string;
  /** Empty while no driver has it */
  driverId: string;
  /** What it was; empty on the first push of an order */
  previousStatus:
    | ''
    | 'AWAIT_DRIVER'
    | 'AWAIT_PICKUP'
    | 'DELIVERING'
    | 'FAILED_PICKUP'
    | 'FAILED'
    | 'RETURNED'
    | 'DELIVERED'
    | 'CANCELED'
    | 'CLOSED';
  /** What it is: the sub-status while in progress */
  status:
    | 'AWAIT_DRIVER'
    | 'AWAIT_PICKUP'
    | 'DELIVERING'
    | 'FAILED_PICKUP'
    | 'FAILED'
    | 'RETURNED'
    | 'DELIVERED'
    | 'CANCELED'
    | 'CLOSED';
  /** Who cancelled it; only with CANCELED */
  cancelParty?: 'USER' | 'DRIVER' | 'CUSTOMER_SUPPORT';
  /** Why it was cancelled, where that was said; ASCII */
  cancelReason?: string;
};

/** A promise to carry a parcel */
export type PlusQuotation = {
  /** 19 digits; used to place an order */
  quotationId: string;
  /** Pick-up time; UTC, ISO 8601 */
  scheduleAt: string;
  /** Deadline of the delivery; UTC, ISO 8601 */
  deliveryBy: string;
  /** To the recipient, or to the warehouse */
  deliveryStage: 'LAST_MILE' | 'FIRST_MILE';
  /** Until then an order can be placed with it; UTC, ISO 8601 */
  expiresAt: string;
  /** Always PLUS */
  serviceType: 'PLUS';
  /** The pick-up, then the drop-off */
  stops: Stop[];
  /** Each client has prices of their own, which the API does not show */
  priceBreakdown: null;
  item?: Item;
  /** The city */
  locationID: string;
};

/** A stop with its contact */
export type PlusRecordStop = {
  /** 19 digits */
  stopId: string;
  /** The address */
  text: string;
  /** One */
  contacts: PlusContact[];
  /** A note to the driver; empty where there is none */
  remarks: string;
};

/** A driver */
export type PlusUser = {
  /** Of the driver */
  id: string;
  /** Of the driver */
  name: string;
};

/** What can happen now */
export type PossibleAction = {
  /** Its name */
  action: string;
  /** What it does */
  description: string;
  /** Fields that the action takes beside its name */
  needs: ActionNeed[];
};

/** What can happen to an order now */
export type PossibleActions = {
  /** Of the order; for a scheduled one its sub-status */
  status: string;
  /** None once the order has ended */
  actions: PossibleAction[];
};

/** What the edit has changed */
export type PreviousData = {
  /** As they were */
  stops: OrderStop[];
};

/** Items that are zero are left out; the others add up to the total */
export type PriceBreakdown = {
  /** The way that the base price includes; decimal number */
  base: string;
  /** The way beyond that; decimal number */
  extraMileage?: string;
  /** For further drop-offs; decimal number */
  multiStopSurcharge?: string;
  /** By time of day or holiday; decimal number */
  surcharge?: string;
  /** All special requests together; decimal number */
  specialRequests?: string;
  /** What was missing to the least price of the service; decimal number */
  minimumSurcharge?: string;
  /** Tax; decimal number */
  vat?: string;
  /** Only in the market PH; decimal number */
  adminFee?: string;
  /** Only of a quotation whose route was optimised: what the given order would cost; decimal number */
  totalBeforeOptimization?: string;
  /** Only of an order that has one; decimal number */
  priorityFee?: string;
  /** What the drive costs; decimal number */
  totalExcludePriorityFee: string;
  /** What is to be paid; decimal number */
  total: string;
  /** ISO 4217 */
  currency: string;
};

/** Why this price */
export type PriceExplanation = {
  rateCard: ExplainedCard;
  /** The time whose surcharges hold; UTC, ISO 8601 */
  pickUpAt: string;
  /** Of the city */
  timeZone: string;
  route: ExplainedRoute;
  /** They add up to the total */
  items: ExplainedItem[];
  /** What is to be paid; decimal number */
  total: string;
  driver: ExplainedDriver;
};

/** What is paid so that a driver is found sooner */
export type PriorityFee = {
  /** The whole fee, not an addition to an earlier one; decimal number */
  priorityFee: string;
};

/** Of drop-offs, where proof of delivery was asked for */
export type ProofOfDelivery = {
  /** DELIVERED with a photo, SIGNED with a signature; PENDING until the drop-off is closed */
  status: 'PENDING' | 'DELIVERED' | 'SIGNED' | 'FAILED';
  /** Link to the photo or the signature; absent where there is none */
  image?: string;
  /** When it was delivered; absent before, and where it failed; UTC, ISO 8601 */
  deliveredAt?: string;
  /** Why it failed */
  reason?: string;
};

/** A drop-off was closed */
export type ProofStatusChanged = {
  order: OrderOfEvent;
  stop: StopWithProof;
  /** When it happened, on your clock; UTC, ISO 8601 */
  updatedAt: string;
};

/** A price that holds for 5 minutes */
export type Quotation = {
  /** 19 digits; used to place an order */
  quotationId: string;
  /** Pick-up time; for an immediate order the time of the quotation; UTC, ISO 8601 */
  scheduleAt: string;
  /** Until then an order can be placed with it: 5 minutes after the quotation; UTC, ISO 8601 */
  expiresAt: string;
  /** As it was given */
  serviceType: string;
  /** As they were given; absent where there are none */
  specialRequests?: string[];
  /** As it was given */
  language: string;
  /** In the order in which they are driven */
  stops: Stop[];
  /** Whether the drop-offs were put into the shortest order */
  isRouteOptimized: boolean;
  priceBreakdown: PriceBreakdown;
  item?: Item;
  distance: Distance;
};

/** What is sent again */
export type RecoveredEvents = {
  /** How many are sent */
  events: number;
};

/** How each item is rounded */
export type Rounding = {
  /** To multiples of this; decimal number */
  step: string;
  /** Which way */
  mode: 'HALF_UP' | 'UP';
};

/** A kind of vehicle */
export type Service = {
  /** Value to use as `serviceType` */
  key: string;
  /** What fits into the vehicle, in English */
  description: string;
  dimensions: Dimensions;
  load: Measure;
  /** What can be asked for with this service */
  specialRequests: SpecialRequest[];
  deliveryItemSpecification: ItemSpecification;
};

/** Who drives your orders */
export type Simulation = {
  /** AUTO: simulated drivers take your orders by themselves; MANUAL: nobody does but actions and signed-in drivers */
  drivers: 'AUTO' | 'MANUAL';
  /** How much faster than life they drive */
  speed: number;
  /** How orders go; absent where all goes well */
  scenario?:
    | 'HAPPY'
    | 'NO_DRIVER'
    | 'REJECT_ONCE'
    | 'REJECT_TWICE'
    | 'DRIVER_LATE'
    | 'SLOW_PICKUP'
    | 'POD_FAILED'
    | 'SUPPORT_REPLACES';
};

/** An extra that can be asked for with a service */
export type SpecialRequest = {
  /** Value to use in `specialRequests` of a quotation */
  name: string;
  /** What the driver does, in English */
  description: string;
  /** Groups requests that are alternatives to one another; absent where there are none */
  parent_type?: string;
  /** How many requests of the same `parent_type` one quotation may have */
  max_selection: number;
  /** UTC time from which the request can be used; empty once it can */
  effective_time: string;
  /** UTC time at which the request will be gone; empty where none is planned */
  offline_time: string;
};

/** A place on the way */
export type Stop = {
  /** 19 digits */
  stopId: string;
  coordinates: Coordinates;
  /** Street address, as it was given or found */
  address: string;
};

/** The drop-off after the change */
export type StopWithProof = {
  /** 19 digits */
  stopId: string;
  /** DELIVERED with a photo, SIGNED with a signature; PENDING until the drop-off is closed */
  status: 'PENDING' | 'DELIVERED' | 'SIGNED' | 'FAILED';
  /** Link to the photo or the signature; absent where there is none */
  image?: string;
  /** When it was delivered; absent before, and where it failed; UTC, ISO 8601 */
  deliveredAt?: string;
  /** Why it failed */
  reason?: string;
};

/** Your money in the currency of the market */
export type Wallet = {
  /** What can still be spent; decimal number */
  balance: string;
  /** What open orders have laid aside; decimal number */
  held: string;
  /** ISO 4217 */
  currency: string;
  /** The latest 50, newest first */
  entries: WalletEntry[];
};

/** The balance of a wallet is another */
export type WalletBalanceChanged = {
  balance: Balance;
  /** When it happened, on your clock; UTC, ISO 8601 */
  updatedAt: string;
};

/** A movement of money */
export type WalletEntry = {
  /** 19 digits */
  entryId: string;
  /** Money came in; was laid aside for an order; came back from it; was paid for it; was given back after it */
  type: 'TOP_UP' | 'HOLD' | 'RELEASE' | 'CAPTURE' | 'CREDIT';
  /** The order it was for; absent where it was for none */
  orderId?: string;
  /** How much was moved; decimal number */
  amount: string;
  /** What it did to the balance, below zero where that fell; decimal number */
  balanceChange: string;
  /** What it did to the amount held, below zero where that fell; decimal number */
  heldChange: string;
  /** When it was booked; UTC, ISO 8601 */
  createdAt: string;
};

/** Where you are told of events */
export type Webhook = {
  /** Gets a POST for every event and must answer 200. Empty: no more pushes */
  url: string;
};

/** What goes wrong with pushes */
export type WebhookFaults = {
  /** Share of the events that are pushed twice: 0 to 1, or true for all */
  duplicate?: number | boolean;
  /** Share that is never pushed, and counts as delivered */
  drop?: number | boolean;
  /** How long every push waits */
  delaySeconds?: number;
  /** Share that is pushed after the next event of the same order */
  reorder?: number | boolean;
};

/** Nothing has happened */
export type WebhookTest = {
  /** Says that it is a test */
  message: string;
  /** When it was sent; UTC, ISO 8601 */
  updatedAt: string;
};

/** What each type of event tells */
export type EventData = {
  /** An order has another status */
  ORDER_STATUS_CHANGED: OrderStatusChanged | PlusOrderStatusChanged;
  /** An order has another price */
  ORDER_AMOUNT_CHANGED: OrderAmountChanged;
  /** The drop-offs of an order were edited */
  ORDER_EDITED: OrderEdited;
  /** An order has taken the place of another */
  ORDER_REPLACED: OrderReplaced;
  /** An order was placed */
  ORDER_CREATED: OrderCreated;
  /** A drop-off was closed, with proof */
  POD_STATUS_CHANGED: ProofStatusChanged;
  /** An order has its driver */
  DRIVER_ASSIGNED: DriverAssigned;
  /** There is more or less to spend */
  WALLET_BALANCE_CHANGED: WalletBalanceChanged;
  /** A test */
  WEBHOOK_TEST: WebhookTest;
};
