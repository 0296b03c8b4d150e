import { CompiledQuery, type Dialect } from 'kysely';

/** Tables that the committing transaction has locked against writes of others. */
const STOPPED_TABLES = CompiledQuery.raw(`
  select distinct relation::regclass::text as name from pg_locks join pg_class on pg_class.oid = relation
  where pid = pg_backend_pid() and granted and relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
    and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
  order by 1`);

/** Calls `onCommit` before each commit with the tables that the transaction keeps others from writing to. For PostgreSQL. */
export function withLocksBeforeCommit(dialect: Dialect, onCommit: (tables: string[]) => void): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver = dialect.createDriver();
      const commit = driver.commitTransaction.bind(driver);
      driver.commitTransaction = async (connection) => {
        const { rows } = await connection.executeQuery<{ name: string }>(STOPPED_TABLES);
        onCommit(rows.map(({ name }) => name));
        await commit(connection);
      };
      return driver;
    },
  };
}
