import type { DatabaseConnection, Dialect, Driver } from 'kysely';

/** Rows are locked in this order of tables. */
const ORDER = ['users', 'projects', 'versions', 'files', 'uploads', 'pictures'];

/** Parents of a table: a new row locks its parent's rows weakly, which keeps them from being deleted. */
const PARENTS: Record<string, string[]> = {
  projects: ['users'],
  milestones: ['projects'],
  versions: ['projects'],
  files: ['users', 'versions'],
  derived_files: ['files'],
  uploads: ['users'],
  pictures: ['users'],
  events: ['users', 'projects', 'versions', 'files'],
  event_days: ['users'],
  event_hours: ['users'],
  visits: ['users', 'projects'],
  ledger_entries: ['projects'],
  ledger_people: ['users', 'projects'],
  deliveries: ['users', 'projects', 'versions', 'files'],
  brought_deliveries: ['users', 'projects', 'versions', 'files'],
  origins: ['users'],
  notices: ['users', 'projects', 'versions'],
  unwanted_notices: ['users'],
  plays: ['users', 'projects', 'versions', 'files'],
  sessions: ['users'],
  email_addresses: ['users'],
  known_devices: ['users'],
  second_factors: ['users'],
  recovery_codes: ['users'],
  feeds: ['users'],
  support_requests: ['users'],
  boards: ['users'],
  billing_details: ['users'],
  tokens: ['users', 'projects'],
  program_events: ['users', 'projects'],
  endpoints: ['users'],
  passkeys: ['users'],
  social_accounts: ['users'],
  security_events: ['users'],
  take_backs: ['users'],
  invitations: ['users'],
  erasures: ['users'],
  subscriptions: ['users'],
  purchases: ['users'],
  payments: ['users'],
};

const WRITE = /^(update|delete from|insert into) "(\w+)"/;
const LOCK = /^select .*? from "(\w+)".* for (?:no key update|key share|update)$/s;

/**
 * PostgreSQL's `for update` is the stronger of the two locks that exclude each other: rows of other transactions that
 * merely reference the locked one wait for it, in no defined order.
 */
const TOO_STRONG_LOCK = / for update( of .*)?$/s;

/** Returns the tables in which a statement locks rows. */
function tablesLockedBy(statement: string): string[] {
  const [, action, table = ''] = WRITE.exec(statement) ?? [];
  if (action === 'insert into') return PARENTS[table] ?? [];
  const locked = table || LOCK.exec(statement)?.[1];
  return locked !== undefined && ORDER.includes(locked) ? [locked] : [];
}

/** Calls `onViolation` for every transaction that locks rows out of order or too strongly. For PostgreSQL: SQLite has no such locks. */
export function withLockOrder(dialect: Dialect, onViolation: (message: string) => void): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => watchDriver(dialect.createDriver(), onViolation),
  };
}

function watchDriver(driver: Driver, onViolation: (message: string) => void): Driver {
  const watched = new WeakSet<DatabaseConnection>();
  const acquire = driver.acquireConnection.bind(driver);
  driver.acquireConnection = async (options) => {
    const connection = await acquire(options);
    if (!watched.has(connection)) watchConnection(connection, onViolation);
    watched.add(connection);
    return connection;
  };
  return driver;
}

function watchConnection(connection: DatabaseConnection, onViolation: (message: string) => void): void {
  const execute = connection.executeQuery.bind(connection);
  /** Undefined outside of transactions, where a statement releases its locks at its end. */
  let statements: string[] | undefined;
  let held = new Set<string>();
  connection.executeQuery = (query, ...rest) => {
    if (query.sql === 'begin') [statements, held] = [[], new Set()];
    if (query.sql === 'commit' || query.sql === 'rollback') statements = undefined;
    statements?.push(query.sql);
    if (TOO_STRONG_LOCK.test(query.sql))
      onViolation(`\`for update\` keeps rows that point at the locked one waiting:\n${query.sql}`);
    if (statements) {
      for (const table of tablesLockedBy(query.sql)) {
        const later = [...held].filter((other) => ORDER.indexOf(other) > ORDER.indexOf(table));
        if (!held.has(table) && later.length > 0)
          onViolation(`${table} locked after ${later.join(', ')}:\n${statements.join('\n')}`);
        held.add(table);
      }
    }
    return execute(query, ...rest);
  };
}
