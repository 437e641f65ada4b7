export { addDocument, removeDocument } from './add-document.ts';
export { createDriverAuthenticator } from './authenticate-driver.ts';
export { blockDriver, unblockDriver } from './block-driver.ts';
export { blockedPairs, blocksOf } from './blocks-sql.ts';
export { createDriver, createSimulatedDriver } from './create-driver.ts';
export { documentsOf, driversWithDocuments, type EndingDocument, endingDocuments } from './documents-sql.ts';
export { keepDriverFile } from './driver-files.ts';
export {
  DRIVER_FILES,
  DRIVERS_CHANNEL,
  findDriver,
  findDrivers,
  findParcelDrivers,
  holdDriver,
  holdParcelDrivers,
  listDrivers,
  tellDrivers,
} from './drivers-sql.ts';
export { eraseDriver, findDriverByPhone, findKeptOfDriver } from './erasure-sql.ts';
export { goOnline } from './go-online.ts';
export { holdActiveDriver } from './hold-active-driver.ts';
export { knownDriver } from './known-driver.ts';
export { deleteTracksOf, driversOnDuty, latestPositions, reachableDrivers, trackOf } from './positions-sql.ts';
export { recordPositions } from './record-positions.ts';
export { type Asker, type RequestCodeDeps, requestSignInCode, type SignInDeps } from './request-sign-in-code.ts';
export type { Purpose } from './rules/device-access.ts';
export {
  DOCUMENT_KINDS,
  type DocumentKind,
  type DriverDocument,
  isValidOn,
  missingDocuments,
} from './rules/document.ts';
export { CARRIES_PARCELS, type Driver, type DriverId, type DriverStatus, type NewDriver } from './rules/driver.ts';
export { type DriverState, driverState } from './rules/driver-state.ts';
export { maskPlate } from './rules/masked-plate.ts';
export type { ReportedPosition } from './rules/position.ts';
export type {
  LatestPosition,
  PositionReport,
  ReportOutcome,
} from './rules/position-report.ts';
export { onlineMsByDriver } from './rules/shift.ts';
export { type DriverSession, type SignedInDriver, sessionsOf } from './sessions-sql.ts';
export { setDriverPhoto } from './set-driver-photo.ts';
export { setDriverStatus } from './set-driver-status.ts';
export {
  countOnline,
  endShift as goOffline,
  onlineAmong,
  onlineSince,
  shiftsByCity,
  shiftsSince,
} from './shifts-sql.ts';
export { showSignInCode } from './show-sign-in-code.ts';
export { signIn } from './sign-in.ts';
export { signDriverOut, signOut, signOutEverywhere } from './sign-out.ts';
export {
  findSimulatedDrivers,
  listSimulatedDrivers,
  lockStandIns,
  type SimulatedDriver,
} from './simulated-drivers-sql.ts';
