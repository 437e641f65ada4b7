export { cancelForSupport } from './cancel-order.ts';
export { checkHolds } from './check-holds.ts';
export {
  acceptOrder,
  arriveAtPickUp,
  changeDriver,
  closeDropOff,
  giveBackOrder,
  pickUpGoods,
} from './drive-order.ts';
export { editOrder } from './edit-order.ts';
export { addOrderRoutes, type OrderDeps } from './orders-http.ts';
export { orderJobs } from './orders-jobs.ts';
export { createForOrderReader } from './place-order.ts';
export { createPlacementLanes } from './placement-lanes.ts';
export { createOrderReader } from './read-order.ts';
export { replaceOrder } from './replace-order.ts';
export type { Order } from './rules/order.ts';
