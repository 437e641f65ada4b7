export { addDemoCity } from './demo-city-http.ts';
export { playMoneyOf } from './keep-demo-alive.ts';
export { addSandboxRoutes } from './sandbox-http.ts';
export { leaveDemoJob, leaveSandboxJobs, sandboxJobs } from './sandbox-jobs.ts';
