/** Of an event that its receiver has not taken yet. */
export function waitingWords(attempts: number): string {
  if (attempts === 0) return 'Waiting';
  return `Waiting, tried ${attempts === 1 ? 'once' : `${attempts} times`}`;
}
