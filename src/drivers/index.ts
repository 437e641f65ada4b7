export { authenticateDriver, type SignedInDriver } from './authenticate-driver.ts';
export { blockDriver, unblockDriver } from './block-driver.ts';
export { type CreateDeps, createDriver } from './create-driver.ts';
export { driverJobs, leaveDriverJobs } from './drivers-jobs.ts';
export {
  blockedPairs,
  type DriverSession,
  endSession,
  endSessions,
  endShift as goOffline,
  latestPositions,
  listDrivers,
  onlineSince,
  type ReachableDriver,
  reachableDrivers,
  sessionsOf,
  setDriverPhoto,
  shiftsSince,
  trackOf,
} from './drivers-sql.ts';
export { goOnline } from './go-online.ts';
export { findDriver, findDrivers } from './read-drivers.ts';
export { createPositionRecorder, recordPositions } from './record-positions.ts';
export { type IssuedCode, requestSignInCode, type SignInDeps } from './request-sign-in-code.ts';
export type { Driver, DriverId, DriverStatus, NewDriver } from './rules/driver.ts';
export { maskPlate } from './rules/masked-plate.ts';
export type { ReportedPosition } from './rules/position.ts';
export {
  type LatestPosition,
  MOST_POSITIONS_IN_A_REPORT,
  type PositionReport,
  type ReportOutcome,
  type TrackPoint,
} from './rules/position-report.ts';
export { onlineMsByDriver, type Shift } from './rules/shift.ts';
export { setDriverStatus } from './set-driver-status.ts';
export { type SignedIn, signIn } from './sign-in.ts';
