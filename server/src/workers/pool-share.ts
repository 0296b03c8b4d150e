const CONNECTIONS = 10;
const FEWEST = 2;

/** Connections to PostgreSQL of each of so many workers, which together have as many as one process would. */
export function connectionsOfEach(workers: number): number {
  return Math.max(FEWEST, Math.ceil(CONNECTIONS / workers));
}
