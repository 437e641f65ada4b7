/** What one of two things reaches in a round: so many a second, or so long. */
type Measure = () => Promise<number>;

/** One ratio a round. Who goes first changes, so that neither always comes upon what the other has left behind. */
export async function alternate(rounds: number, ours: Measure, theirs: Measure): Promise<readonly number[]> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      ratios.push((await ours()) / (await theirs()));
    } else {
      const reached = await theirs();
      ratios.push((await ours()) / reached);
    }
  }
  return ratios;
}
