import pg from 'pg';
import { ConfigError } from '../../errors.ts';

const CONNECT_MILLISECONDS = 10_000;
const UTC = /^(?:Etc\/)?(?:UTC|UCT|GMT|Zulu|Universal)$/;

/** Checks DATABASE_URL; ConfigError for a read replica or wrong times. `isPooled`: a pooler lends a connection by transaction. */
export async function lookAtPostgres(databaseUrl: string): Promise<{ isPooled: boolean }> {
  const [first, second] = [connect(databaseUrl), connect(databaseUrl)];
  try {
    await first.connect();
    await second.connect();
    await refuseReadOnly(first);
    const isPooled = await isLentInTurns(first, second);
    await refuseOtherTimeZone(first);
    return { isPooled };
  } finally {
    await Promise.allSettled([first.end(), second.end()]);
  }
}

function connect(databaseUrl: string): pg.Client {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    query_timeout: CONNECT_MILLISECONDS,
    options: '-c timezone=UTC',
  });
  // A connection that breaks between two statements fails the next one.
  client.on('error', () => {});
  return client;
}

async function refuseReadOnly(client: pg.Client): Promise<void> {
  if ((await valueOf(client, 'show transaction_read_only')) === 'on')
    throw new ConfigError(
      'DATABASE_URL leads to a database that takes no writes, such as a read replica: name the primary.',
    );
}

/** Detects a pooler: while `second` holds a transaction, it has to give `first` another server process. */
async function isLentInTurns(first: pg.Client, second: pg.Client): Promise<boolean> {
  const before = await processOf(first);
  await second.query('begin');
  try {
    return (await processOf(second)) === before || (await processOf(first)) !== before;
  } finally {
    await second.query('rollback');
  }
}

/** A pooler may leave out the time zone that each connection asks for. */
async function refuseOtherTimeZone(client: pg.Client): Promise<void> {
  const zone = String(await valueOf(client, 'show timezone'));
  if (!UTC.test(zone))
    throw new ConfigError(
      `DATABASE_URL leads through a pooler that leaves the time zone at ${zone}: set it to UTC for the role, as docs/operations.md says.`,
    );
}

function processOf(client: pg.Client): Promise<unknown> {
  return valueOf(client, 'select pg_backend_pid()');
}

async function valueOf(client: pg.Client, statement: string): Promise<unknown> {
  const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' });
  return rows[0]?.[0];
}
