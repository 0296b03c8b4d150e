import {
  type AskErasure,
  type Erasure,
  ERASURE_DAYS,
  type KeepInfo,
} from '@vitrin/shared/contract/account/erasures.ts';
import { usernameKey } from '@vitrin/shared/rules/texts/names.ts';
import type { Context } from '../../../context.ts';
import { timestampIn, timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { BadRequestError, UnauthenticatedError, ValidationError } from '../../../errors.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { requireOpenSession } from '../access.ts';
import type { Visitor } from '../auth-state.ts';
import { countFailure, lockedOut, undoFailure } from '../lock-out/failures.ts';
import { isPasswordOf } from '../passwords/passwords.ts';
import { type AccountRow, findAccount } from '../queries.ts';
import { type Origin, recordEvent } from '../security/events.ts';
import { isKeyGenuine, readKey } from '../signed-keys.ts';
import { type ErasureRow, findErasureOf, insertErasure, updateErasure } from './erasure-queries.ts';
import { callOff, notifyAll } from './call-off.ts';

const DAY_SECONDS = 24 * 3600;
const REMINDED_BEFORE_DAYS = 3;

/**
 * Asks for the deletion of the own account in 14 days (specification 3.15). Asked again meanwhile, it says when that
 * will be and changes nothing. Throws ValidationError without the password, with login's limits; on `username` for an
 * account without a password.
 */
export async function askErasure(
  context: Context,
  visitor: Visitor,
  user: CurrentUser,
  proof: AskErasure,
): Promise<Erasure> {
  const account = await findAccount(context.db, user.id);
  if (!account) throw new UnauthenticatedError();
  await prove(context, visitor, account, proof);
  const { due_at, isNew } = await inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await requireOpenSession(tx.db, visitor);
    if ((await findAccount(tx.db, user.id))?.password_hash !== account.password_hash)
      throw new ValidationError({ password: 'auth.incorrect_password' });
    const erasure = await findErasureOf(tx.db, user.id);
    if (erasure) return { ...erasure, isNew: false };
    return { ...(await begin(tx, account, visitor)), isNew: true };
  });
  if (isNew) context.log.info({ user: user.id, ip: visitor.ip, due_at }, 'Deletion of an account asked for');
  return { due_at, by: 'self' };
}

async function begin(
  tx: Pick<Context, 'db' | 'now' | 'config'>,
  account: AccountRow,
  visitor: Visitor,
): Promise<ErasureRow> {
  const erasure = await insertErasure(tx.db, {
    user_id: account.id,
    asked_at: timestampOf(tx),
    due_at: timestampIn(tx, ERASURE_DAYS * DAY_SECONDS),
  });
  const ofErasure = { erasure_id: erasure.id };
  await recordEvent(tx, account.id, { kind: 'erasure_asked' }, visitor);
  await notifyAll(tx, account, { erasure, news: 'asked', origin: visitor });
  await enqueue(tx, 'remind-of-erasure', ofErasure, (ERASURE_DAYS - REMINDED_BEFORE_DAYS) * DAY_SECONDS);
  await enqueue(tx, 'erase-account', ofErasure, ERASURE_DAYS * DAY_SECONDS);
  if (account.user_type === 'freelancer') await enqueue(tx, 'stop-renewal', ofErasure);
  return erasure;
}

async function prove(
  context: Context,
  visitor: Visitor,
  account: AccountRow,
  { password, username }: AskErasure,
): Promise<void> {
  if (account.password_hash === null) {
    // The recent sign-in is the proof; the typed name is only for a second thought.
    if (usernameKey(username ?? '') === usernameKey(account.username)) return;
    throw new ValidationError({ username: 'account.other_username' });
  }
  if (!password) throw new ValidationError({ password: 'auth.required' });
  const candidates = [{ by: 'username', accounts: [account] } as const];
  const identifier = { field: 'username', text: account.username } as const;
  const attempt = await countFailure(context, visitor, identifier, candidates);
  if (attempt.lockedForSeconds !== undefined)
    throw lockedOut(context, visitor, candidates, attempt.lockedForSeconds);
  if (await isPasswordOf(account.password_hash, password)) return undoFailure(context, attempt);
  await recordEvent(context, account.id, { kind: 'erasure_refused' }, visitor);
  throw new ValidationError({ password: 'auth.incorrect_password' });
}

export async function keepAccount(
  context: Pick<Context, 'db' | 'now' | 'config' | 'log'>,
  userId: number,
  origin: Origin | undefined,
): Promise<void> {
  const isKept = await inTransaction(context, async (tx) => {
    await lockUser(tx.db, userId);
    const erasure = await findErasureOf(tx.db, userId);
    return erasure ? callOff(tx, erasure, origin) : false;
  });
  if (isKept)
    context.log.info({ user: userId, ip: origin?.ip ?? 'admin' }, 'Deletion of an account called off');
}

/** Makes an account's deletion due, requested or not, and returns its id; call it in the transaction that locked the user. */
export async function makeDue(tx: Pick<Context, 'db' | 'now'>, userId: number): Promise<number> {
  const now = timestampOf(tx);
  const erasure = await findErasureOf(tx.db, userId);
  if (!erasure) return (await insertErasure(tx.db, { user_id: userId, asked_at: now, due_at: now })).id;
  if (erasure.due_at > now) await updateErasure(tx.db, erasure.id, { due_at: now });
  return erasure.id;
}

/** Returns the account that a mailed link keeps; changes nothing. Throws BadRequestError for an invalid link. */
export async function getKeepInfo(context: Context, key: string): Promise<KeepInfo> {
  const { username, erasure } = await requireKept(context, key);
  return { username, due_at: erasure?.due_at ?? null };
}

/** Cancels the deletion of a mailed link; works without signing in, and again without effect. */
export async function keepByKey(context: Context, visitor: Visitor, key: string): Promise<KeepInfo> {
  const { id, username, erasure } = await requireKept(context, key);
  if (erasure) await keepAccount(context, id, visitor);
  return { username, due_at: null };
}

/** Returns a link's account and its deletion, undefined once cancelled; a new request ends earlier links. */
async function requireKept(context: Context, key: string) {
  const [userId, askedAt] = readKey(key, 2) ?? [];
  if (
    userId !== undefined &&
    askedAt !== undefined &&
    isKeyGenuine(context.config, 'keep-account', key, '')
  ) {
    const account = await findAccount(context.db, userId);
    const erasure = account && (await findErasureOf(context.db, userId));
    const isMeant = !erasure || Math.floor(Date.parse(erasure.asked_at) / 1000) === askedAt;
    const isOver = erasure !== undefined && erasure.due_at <= timestampOf(context);
    if (account && isMeant && !isOver) return { id: userId, username: account.username, erasure };
  }
  throw new BadRequestError('account.invalid_keep_link');
}
