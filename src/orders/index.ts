export { cancelForSupport } from './cancel-order.ts';
export { type OrderKey, orderKeyOf, visibleTo } from './change-order.ts';
export { checkHolds } from './check-holds.ts';
export {
  acceptOrder,
  arriveAtPickUp,
  changeDriver,
  closeDropOff,
  giveBackOrder,
  pickUpGoods,
  takeOffDriver,
} from './drive-order.ts';
export {
  findAssignmentOf,
  findAssignments,
  findBusyDrivers,
  findBusyDriversIn,
  findOrdersOfDriver,
  findOrdersUnderWay,
} from './drivers-orders-sql.ts';
export { editOrder } from './edit-order.ts';
export { type ErasedDelivery, type Extent, eraseOrders } from './erase-orders.ts';
export {
  findEndedLine,
  findKeptOrders,
  findKeptTerms,
  findOrdersToErase,
  type KeptOrder,
  type Look,
  type Looked,
  lookForOrders,
} from './erasure-sql.ts';
export { CHOSEN, cancelReason, ORDER_EVENTS, OrderOfEvent, statusEventFields, updatedAt } from './events-wire.ts';
export { expireSearches } from './expire-order.ts';
export { ringTimersAhead } from './expiry-timer.ts';
export { findAllOrders } from './find-all-orders.ts';
export { type FindingDeps, findOrdersOf } from './find-orders.ts';
export { createQuotationLookUp } from './look-up-quotation.ts';
export { type OrderNumbers, orderNumbers } from './numbers-sql.ts';
export type { OrderDeps } from './orders-http.ts';
export {
  countOpenOrders,
  DELIVERIES_CHANNEL,
  findOrders,
  listOrders,
  lockOrder,
  predecessorsOf,
} from './orders-sql.ts';
export {
  ContactData,
  contactSentAgain,
  EditData,
  KeptMetadata,
  Metadata,
  OrderDetailsWire,
  orderDetailsToWire,
  orderStopFields,
  PartnerMark,
} from './orders-wire.ts';
export { placeOrder } from './place-order.ts';
export { createPlacementQueue } from './placement-queue.ts';
export { createOrderReader, type ReadOrder } from './read-order.ts';
export { replaceOrder } from './replace-order.ts';
export { actionsOf, driverVisibleFrom, visibleFrom } from './rules/actions.ts';
export { decideDropOff } from './rules/delivering.ts';
export { eraseItem, eraseReason } from './rules/erasure.ts';
export { orderAt } from './rules/expiry.ts';
export { entryInWords } from './rules/history-words.ts';
export { CHANGE_REASONS } from './rules/matching.ts';
export { type Order, type OrderStop, type OrderUnderWay, onItsClock, onOurs } from './rules/order.ts';
export { dropOffTold, inAscii, statusTold } from './rules/order-events.ts';
export { earningOf, moneyKeysOf } from './rules/order-money.ts';
export {
  type ContactWire,
  contactFaults,
  contactsOfStops,
  findRequestFaults,
  hashOfRequest,
  metadataFaults,
  type PhoneFault,
} from './rules/order-request.ts';
export { isOrderStatus, ORDER_STATUSES, type OrderEvent, statusAfter } from './rules/order-transitions.ts';
export { type Links, marketOfEvents } from './rules/order-view.ts';
export type { ChangeDeps } from './save-change.ts';
export {
  citiesWithWaitingOrders,
  countOpenByCity,
  findOpenOrders,
  findSearches,
  findWaitingOrders,
  listWaitingOrders,
  lockOrdersUntil,
  type OpenOrder,
  type Search,
  type SearchingOrder,
} from './searches-sql.ts';
export { newShareToken } from './share-token.ts';
export { findSharedOrders, orderLinksNotPickedUp } from './shared-orders-sql.ts';
