/**
 * The most of something that happens between two turns of the event loop while `work` runs, which is given the function
 * that counts.
 */
export async function mostInATurn(
  work: (count: (amount?: number) => void) => Promise<unknown>,
): Promise<number> {
  let [inTurn, most, isOver] = [0, 0, false];
  const turn = () => {
    inTurn = 0;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    await work((amount = 1) => {
      inTurn += amount;
      most = Math.max(most, inTurn);
    });
  } finally {
    isOver = true;
  }
  return most;
}
