export { addSandboxRoutes } from './sandbox-http.ts';
export { leaveSandboxJobs, sandboxJobs } from './sandbox-jobs.ts';
