/** How often something random is tried: so often in `npm test`, and `RUNS=10` says ten times as often. */
export const runs = (usual: number): number => usual * Number(process.env.RUNS ?? 1);
