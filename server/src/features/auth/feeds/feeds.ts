import { hash, randomBytes } from 'node:crypto';
import type { Feed, FeedAnswer, NewFeed } from '@vitrin/shared/contract/calendars.ts';
import type { Context } from '../../../context.ts';
import { timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { lockUser } from '../../../database/locks.ts';
import { isReadOnlyRefusal } from '../../../database/read-only/refusal.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { NotFoundError } from '../../../errors.ts';
import { limitRate } from '../../../rate-limits/rate-limits.ts';
import { capabilitiesOf, requireCapability } from '../../plans/access.ts';
import { requireOpenSession } from '../access.ts';
import type { Visitor } from '../auth-state.ts';
import { recordEvent } from '../security/events.ts';
import { announce } from '../security/notices.ts';
import {
  deleteFeedOf,
  type FeedRow,
  findFeedByHash,
  findFeedOf,
  insertFeed,
  noteFetch,
} from './feed-queries.ts';

const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;

/** Fetches of one address, whatever it is asked for (specification 5.18). */
const FETCHES = { amount: 60, seconds: 3600 };

/** Returns the user's secret address without its secret, which is not stored. */
export async function getFeed({ db }: Pick<Context, 'db'>, user: CurrentUser): Promise<FeedAnswer> {
  const row = await findFeedOf(db, user.id);
  return { feed: row ? toFeed(row) : null };
}

/** Makes a secret address that replaces an earlier one; only this answer holds the secret. Throws PlanLacksError. */
export async function makeFeed(context: Context, visitor: Visitor, user: CurrentUser): Promise<NewFeed> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const created_at = timestampOf(context);
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await requireOpenSession(tx.db, visitor);
    await requireCapability(tx, user.id, { feeds: true });
    await deleteFeedOf(tx.db, user.id);
    await insertFeed(tx.db, { user_id: user.id, secret_hash: hashOf(secret), created_at });
    await announce(tx, visitor, user.id, { kind: 'feed_made' });
  });
  context.log.info({ user: user.id, ip: visitor.ip }, 'Feed address made');
  const { origin } = new URL(context.config.publicUrl);
  return {
    created_at,
    last_fetched_at: null,
    calendar_url: `${origin}/api/feeds/${secret}/calendar.ics`,
    news_url: `${origin}/api/feeds/${secret}/news.atom`,
  };
}

export async function endFeed(context: Context, visitor: Visitor, user: CurrentUser): Promise<void> {
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await requireOpenSession(tx.db, visitor);
    if (await deleteFeedOf(tx.db, user.id)) await recordEvent(tx, user.id, { kind: 'feed_ended' }, visitor);
  });
}

/** Counts a fetch and returns its address; throws NotFoundError for an unknown secret or lesser plan, and RateLimitedError. */
export async function openFeed(context: Context, secret: string): Promise<FeedRow> {
  const row = SECRET.test(secret) ? await findFeedByHash(context.db, hashOf(secret)) : undefined;
  if (!row || !(await capabilitiesOf(context, row.user_id)).feeds) throw new NotFoundError();
  try {
    await limitRate(context, `feed:${row.id}`, FETCHES);
    await noteFetch(context.db, row.id, timestampOf(context));
  } catch (error) {
    // While the installation is read only, calendars are read as everything else is.
    if (!isReadOnlyRefusal(error)) throw error;
  }
  return row;
}

function hashOf(secret: string): string {
  return hash('sha256', secret);
}

function toFeed({ created_at, last_fetched_at }: Feed): Feed {
  return { created_at, last_fetched_at };
}
