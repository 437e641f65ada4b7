export { authenticateDriver, type SignedInDriver } from './authenticate-driver.ts';
export { blockDriver, unblockDriver } from './block-driver.ts';
export { blockedPairs } from './blocks-sql.ts';
export { createDriver, createSimulatedDriver } from './create-driver.ts';
export {
  DRIVERS_CHANNEL,
  findDriver,
  findDrivers,
  findParcelDrivers,
  listDrivers,
  setDriverPhoto,
  tellDrivers,
} from './drivers-sql.ts';
export { goOnline } from './go-online.ts';
export { knownDriver } from './known-driver.ts';
export { latestPositions, reachableDrivers, trackOf } from './positions-sql.ts';
export { createPositionRecorder, recordPositions } from './record-positions.ts';
export { type Asker, requestSignInCode, type SignInDeps } from './request-sign-in-code.ts';
export type { Purpose } from './rules/device-access.ts';
export { CARRIES_PARCELS, type Driver, type DriverStatus, type NewDriver } from './rules/driver.ts';
export { maskPlate } from './rules/masked-plate.ts';
export type { ReportedPosition } from './rules/position.ts';
export type {
  LatestPosition,
  PositionReport,
  ReportOutcome,
} from './rules/position-report.ts';
export { onlineMsByDriver } from './rules/shift.ts';
export { sessionsOf } from './sessions-sql.ts';
export { setDriverStatus } from './set-driver-status.ts';
export { endShift as goOffline, onlineSince, shiftsByCity, shiftsSince } from './shifts-sql.ts';
export { signIn } from './sign-in.ts';
export { signOut, signOutEverywhere } from './sign-out.ts';
export {
  findSimulatedDrivers,
  listSimulatedDrivers,
  lockStandIns,
  type SimulatedDriver,
} from './simulated-drivers-sql.ts';
