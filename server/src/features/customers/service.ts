import type { CreateCustomer, Customer, CustomerPage } from '@vitrin/shared/contract/customers.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { MAX_COUNTS } from '@vitrin/shared/rules/counts.ts';
import { searchKey } from '@vitrin/shared/rules/texts/names.ts';
import type { Context } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { lockUser } from '../../database/locks.ts';
import type { PageRange } from '../../database/pages.ts';
import { inTransaction } from '../../database/transaction.ts';
import {
  ConflictError,
  CountExceededError,
  ForbiddenError,
  NotFoundError,
  QuotaExceededError,
  RateLimitedError,
} from '../../errors.ts';
import { limitRate } from '../../rate-limits/rate-limits.ts';
import { countMailTo } from '../auth/service.ts';
import { refuseAddressAsUsername } from '../users/chosen-names.ts';
import { createUser, deleteUnregistered, requireStaying } from '../users/service.ts';
import { countCustomers, countWaiting, findCustomer, listCustomers } from './queries.ts';
import { askForMail } from './invitations.ts';
import { toCustomer } from './listed-customer.ts';

/** Most customers who have not registered yet (specification 3.14). */
const MAX_WAITING = 200;
const CREATION_LIMIT = { amount: 60, seconds: 3600 };

type CustomerSearch = { search: string; range?: PageRange };

/** The freelancer's customers by name, each with a registration link that is valid from now on. */
export async function getCustomers(
  context: Context,
  user: CurrentUser,
  { search, range }: CustomerSearch,
): Promise<Pick<CustomerPage, 'count' | 'results'>> {
  const term = searchKey(search);
  const pattern = term === '' ? undefined : `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const rows = await listCustomers(context.db, user.id, pattern, range);
  const count = range ? await countCustomers(context.db, user.id, pattern) : rows.length;
  return { count, results: rows.map((row) => toCustomer(context, row)) };
}

/**
 * Creates a customer without a password, and mails the invitation where an address is given. Throws ValidationError for a taken username, QuotaExceededError when too many
 * never registered, CountExceededError at the most of any kind, RateLimitedError beyond 60 an hour.
 */
export async function createCustomer(
  context: Context,
  user: CurrentUser,
  { username, email }: CreateCustomer,
): Promise<Customer> {
  refuseAddressAsUsername(username);
  await limitCreation(context, user.id);
  if (email !== undefined) {
    const { allowed, retryAfterSeconds } = await countMailTo(context, user);
    if (!allowed) throw new RateLimitedError(retryAfterSeconds);
  }
  return inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    const id = await addCustomer(tx, user.id, { username, language: user.language });
    if (email !== undefined) await askForMail(tx, id, email);
    const row = await findCustomer(tx.db, user.id, id);
    if (!row) throw new NotFoundError();
    return toCustomer(tx, row);
  });
}

/** Counts a customer that a freelancer creates. Throws RateLimitedError beyond 60 an hour. */
export async function limitCreation(context: Context, ownerId: number): Promise<void> {
  await limitRate(context, `create_customer:${ownerId}`, CREATION_LIMIT);
}

/**
 * Creates a customer without a password and returns the id. Call it with the owner locked, after `limitCreation`. Throws
 * ValidationError for a taken username, ConflictError where the owner's account is about to be deleted,
 * QuotaExceededError when too many never registered, CountExceededError at the most of any kind.
 */
export async function addCustomer(
  tx: Pick<Context, 'db' | 'now'>,
  owner_id: number,
  { username, language }: { username: string; language: Language },
): Promise<number> {
  await requireStaying(tx.db, owner_id);
  const max = MAX_COUNTS.customers;
  if ((await countCustomers(tx.db, owner_id, undefined)) >= max)
    throw new CountExceededError('customers.too_many', { max });
  if ((await countWaiting(tx.db, owner_id)) >= MAX_WAITING)
    throw new QuotaExceededError('customers.too_many_waiting', { max: MAX_WAITING });
  return createUser(tx, { username, user_type: 'customer', password_hash: null, language, owner_id });
}

/**
 * Deletes a customer who never registered and has no project; throws ConflictError for others. The user's own account
 * is visible, so deleting it is a ForbiddenError instead of a NotFoundError.
 */
export async function deleteCustomer({ db }: Context, user: CurrentUser, id: number): Promise<void> {
  if (id === user.id) throw new ForbiddenError();
  await inTransaction({ db }, async (tx) => {
    await lockUser(tx.db, user.id);
    const customer = await findCustomer(tx.db, user.id, id);
    if (!customer) throw new NotFoundError();
    if (Number(customer.project_count) > 0) throw new ConflictError('customers.has_projects');
    if (!(await deleteUnregistered(tx.db, id))) throw new ConflictError('customers.registered');
  });
}
