import { sql } from 'kysely';
import { type Database, isPostgres } from '@vitrin/server/database/connect.ts';
import { error, type Finding, note, ok, warning } from './finding.ts';
import type { Installation } from './installation.ts';

const TOLERATED_SECONDS = 5;
/** Stripe and S3 refuse what was signed longer ago: 5 and 15 minutes. */
const REFUSED_SECONDS = 300;
const ANSWER_MILLISECONDS = 5000;

/** Compares the clock of this machine with that of the database and of the object storage. */
export async function checkClock({
  config,
  database,
  now,
}: Pick<Installation, 'config' | 'database' | 'now'>): Promise<Finding[]> {
  const db = database();
  const other = isPostgres(db) ? 'the database' : 'the database (on this machine)';
  const findings = [await compare(now, other, () => databaseTime(db))];
  if (config.s3) {
    const { endpoint = `https://s3.${config.s3.region}.amazonaws.com` } = config.s3;
    findings.push(await compare(now, 'the object storage', () => headerTime(endpoint)));
  }
  return findings;
}

async function compare(
  now: () => Date,
  other: string,
  ask: () => Promise<number | undefined>,
): Promise<Finding> {
  const before = now().getTime();
  const theirs = await ask();
  if (theirs === undefined)
    return note(`The clock of ${other} is not known.`, 'See that the part storage finds no fault.');
  // The answer was on its way for a part of the time between both looks.
  const ours = (before + now().getTime()) / 2;
  const seconds = Math.round((ours - theirs) / 1000);
  const way = seconds > 0 ? 'ahead of' : 'behind';
  const sentence = `This machine is ${Math.abs(seconds)} seconds ${way} ${other}.`;
  const advice = 'Have both machines keep their clocks by NTP.';
  if (Math.abs(seconds) > REFUSED_SECONDS) return error(sentence, advice);
  if (Math.abs(seconds) > TOLERATED_SECONDS) return warning(sentence, advice);
  return ok(`This machine and ${other} have the same time.`);
}

async function databaseTime(db: Database): Promise<number | undefined> {
  const { rows } = isPostgres(db)
    ? await sql<{ time: string }>`select clock_timestamp() as time`.execute(db)
    : await sql<{ time: string }>`select strftime('%Y-%m-%dT%H:%M:%fZ', 'now') as time`.execute(db);
  return Date.parse(rows[0]?.time ?? '');
}

/** The Date header of whatever the store answers: refusals have one too. */
async function headerTime(endpoint: string): Promise<number | undefined> {
  try {
    const answer = await fetch(endpoint, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
    });
    const time = Date.parse(answer.headers.get('date') ?? '');
    return Number.isNaN(time) ? undefined : time;
  } catch {
    // That the store does not answer is what the part `storage` reports.
    return undefined;
  }
}
