/** What has been opened and has to be put away, the last thing first. */
export type CleanUp = {
  afterwards(putAway: () => unknown): void;
  putAllAway(): Promise<void>;
};

export function createCleanUp(): CleanUp {
  const opened: (() => unknown)[] = [];
  return {
    afterwards: (putAway) => {
      opened.push(putAway);
    },
    async putAllAway() {
      for (let putAway = opened.pop(); putAway !== undefined; putAway = opened.pop()) {
        try {
          await putAway();
        } catch (error) {
          process.stderr.write(`Something could not be put away: ${error}\n`);
        }
      }
    },
  };
}
