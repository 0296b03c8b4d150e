import type { Database } from '../database/connect.ts';

/** How many statements `work` sends outside of transactions. */
export async function countStatements(db: Database, work: () => Promise<unknown>): Promise<number> {
  const executor = db.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  let count = 0;
  executor.executeQuery = (query, options) => {
    count += 1;
    return execute(query, options);
  };
  try {
    await work();
  } finally {
    executor.executeQuery = execute;
  }
  return count;
}
