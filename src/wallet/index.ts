export { checkBooks } from './check-books.ts';
export { moveMoney } from './move-money.ts';
export type { Movement } from './rules/transfer.ts';
export { setAlertBelow } from './set-alert.ts';
export { topUp } from './top-up.ts';
export { addWalletRoutes } from './wallet-http.ts';
export { leaveWalletJobs, walletJobs } from './wallet-jobs.ts';
export { hasFundedWallet } from './wallet-sql.ts';
