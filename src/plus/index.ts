export { findPriceLists, type StoredPriceList } from './billing-sql.ts';
export { checkUpload } from './check-upload.ts';
export {
  assignParcels,
  assignParcelsByHand,
  cancelParcel,
  closeParcel,
  dropOut,
  failPickUp,
  handOverParcel,
  pickUpParcel,
  retryParcel,
  returnParcel,
  tagParcel,
} from './drive-parcel.ts';
export { eraseParcels } from './erase-parcels.ts';
export {
  findBatchesOf,
  findKeptParcels,
  findParcelsToErase,
  type KeptParcel,
  lookForParcels,
} from './erasure-sql.ts';
export { PLUS_EVENTS } from './events-wire.ts';
export { findParcelsOf } from './find-parcels.ts';
export { importPrices } from './import-prices.ts';
export { SLOW_PLUS_JOBS } from './job-kinds.ts';
export { LABEL_FILES } from './labels-sql.ts';
export { printLabels } from './make-labels.ts';
export { makePlan } from './make-plan.ts';
export {
  findParcels,
  findParcelsInTurn,
  findParcelsOfDriver,
  hasOpenParcels,
  type LookedThrough,
  listParcelsOfAll,
  lockParcels,
  type ParcelRoutine,
} from './parcels-sql.ts';
export { placeUpload, type UploadDeps } from './place-upload.ts';
export type { CityPlanningDeps } from './plan-city.ts';
export { applyPlan, proposePlan } from './plan-day.ts';
export { planInThread } from './plan-in-thread.ts';
export { findPlan, type KeptPlan } from './planning-sql.ts';
export { ParcelWire } from './plus-wire.ts';
export { findPlusQuotation } from './quotations-sql.ts';
export { createParcelReader, type ReadParcel } from './read-parcel.ts';
export { readStatement, type Statement } from './read-statement.ts';
export { readWork, readWorkRevision } from './read-work.ts';
export { formerDriversOf, type Parcel } from './rules/parcel.ts';
export { decideDropOff } from './rules/parcel-moves.ts';
export { isParcelStatus, type ParcelEvent, statusAfter as parcelStatusAfter } from './rules/parcel-transitions.ts';
export { type PlusLinks, parcelView } from './rules/parcel-view.ts';
export { dateIn, planningDay } from './rules/planning-day.ts';
export type { RoutePlan } from './rules/routes/route-plan.ts';
export { remarksOn, type StatementTotals } from './rules/statement.ts';
export { COLUMNS as UPLOAD_COLUMNS, type UploadedLine, uploadTemplate } from './rules/upload.ts';
export type { Visit } from './rules/work-list.ts';
export { findSharedParcels, parcelLinksNotPickedUp } from './shared-parcels-sql.ts';
export { type WriteStatement, writeCsv, writePdf } from './write-statement.ts';
