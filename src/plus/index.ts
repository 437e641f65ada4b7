export {
  assignParcel,
  cancelParcel,
  closeParcel,
  dropOut,
  failPickUp,
  handOverParcel,
  pickUpParcel,
  retryParcel,
  returnParcel,
} from './drive-parcel.ts';
export { addPlusRoutes } from './plus-http.ts';
export { plusJobs } from './plus-jobs.ts';
export { findPlusQuotation } from './plus-sql.ts';
export { createParcelReader, type ReadParcel } from './read-parcel.ts';
export { readWork } from './read-work.ts';
export type { Parcel } from './rules/parcel.ts';
export { decideDropOff } from './rules/parcel-moves.ts';
export type { PlusLinks } from './rules/parcel-view.ts';
export type { Visit } from './rules/work-list.ts';
