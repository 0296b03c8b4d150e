import type { CompiledQuery } from 'kysely';
import type { Database } from '../../database/connect.ts';

/** The statements that `work` runs outside of transactions. */
export async function statementsOf(db: Database, work: () => Promise<unknown>): Promise<CompiledQuery[]> {
  const executor = db.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  const statements: CompiledQuery[] = [];
  executor.executeQuery = (query, options) => {
    statements.push(query);
    return execute(query, options);
  };
  try {
    await work();
  } finally {
    executor.executeQuery = execute;
  }
  return statements;
}

export async function countStatements(db: Database, work: () => Promise<unknown>): Promise<number> {
  return (await statementsOf(db, work)).length;
}
