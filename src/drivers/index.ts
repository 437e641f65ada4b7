export { authenticateDriver, type SignedInDriver } from './authenticate-driver.ts';
export { blockDriver, unblockDriver } from './block-driver.ts';
export { createDriver } from './create-driver.ts';
export {
  blockedPairs,
  endSession,
  endSessions,
  endShift as goOffline,
  findParcelDrivers,
  findSimulatedDrivers,
  latestPositions,
  listDrivers,
  listSimulatedDrivers,
  lockStandIns,
  onlineSince,
  reachableDrivers,
  type SimulatedDriver,
  sessionsOf,
  setDriverPhoto,
  shiftsByCity,
  shiftsSince,
  trackOf,
} from './drivers-sql.ts';
export { goOnline } from './go-online.ts';
export { findDriver, findDrivers } from './read-drivers.ts';
export { createPositionRecorder, recordPositions } from './record-positions.ts';
export { type Asker, requestSignInCode, type SignInDeps } from './request-sign-in-code.ts';
export type { Purpose } from './rules/device-access.ts';
export type { Driver, DriverStatus, NewDriver } from './rules/driver.ts';
export { maskPlate } from './rules/masked-plate.ts';
export type { ReportedPosition } from './rules/position.ts';
export type {
  LatestPosition,
  PositionReport,
  ReportOutcome,
} from './rules/position-report.ts';
export { onlineMsByDriver } from './rules/shift.ts';
export { setDriverStatus } from './set-driver-status.ts';
export { signIn } from './sign-in.ts';
export { signOut } from './sign-out.ts';
