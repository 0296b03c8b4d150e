const CONNECTIONS = 10;
const FEWEST = 2;

/** Together as many as one process would use. */
export function connectionsOfEach(workers: number): number {
  return Math.max(FEWEST, Math.ceil(CONNECTIONS / workers));
}
