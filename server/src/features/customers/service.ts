import type { CreateCustomer, Customer, CustomerPage, Person } from '@vitrin/shared/contract/customers.ts';
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
import { enqueue } from '../../jobs/enqueue.ts';
import { inSlices } from '@vitrin/engine/event-loop/slices.ts';
import type { Database } from '../../database/connect.ts';
import { endSignIns } from '../auth/erasure/begin-erasure.ts';
import { makeDue } from '../auth/erasure/erasures.ts';
import { countMailTo } from '../auth/service.ts';
import { refuseAddressAsUsername } from '../users/chosen-names.ts';
import {
  createUser,
  deleteUnregistered,
  isRegistered,
  requireStaying,
  withdrawAccess,
} from '../users/service.ts';
import {
  countCustomers,
  countPeople,
  countWaiting,
  type CustomerRow,
  findCustomer,
  listCustomers,
  listEverUsed,
  listPeople,
  wasUsed,
} from './queries.ts';
import { askForMail } from './invitations.ts';
import { toCustomer, toPerson } from './listed-customer.ts';

/** Most customers who have not registered yet (specification 3.14). */
const MAX_WAITING = 200;
const CUSTOMERS_AT_ONCE = 50;
const CREATION_LIMIT = { amount: 60, seconds: 3600 };

type CustomerSearch = { search: string; range?: PageRange };

/** Lists the freelancer's customers by name, each with a registration link that is valid from now on. */
export async function getCustomers(
  context: Context,
  user: CurrentUser,
  { search, range }: CustomerSearch,
): Promise<Pick<CustomerPage, 'count' | 'results'>> {
  const term = searchKey(search);
  const pattern = term === '' ? undefined : `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const rows = await listCustomers(context.db, user.id, pattern, range);
  const count = range ? await countCustomers(context.db, user.id, pattern) : rows.length;
  const ids = range ? rows.map(({ id }) => id) : undefined;
  const people = ids?.length === 0 ? [] : await listPeople(context.db, user.id, ids);
  const byCustomer = Map.groupBy(people, ({ client_id }) => client_id);
  const results: Customer[] = [];
  // The rows are handled in slices, since there may be tens of thousands of links to sign.
  await inSlices(rows, CUSTOMERS_AT_ONCE, (row) => {
    results.push(toCustomer(context, row, byCustomer.get(row.id)));
  });
  return { count, results };
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
 * Creates a person of a customer without a password, and mails the invitation where an address is given. Throws as
 * createCustomer does, NotFoundError where the customer is none of the freelancer's or a person itself, CountExceededError
 * at twenty people.
 */
export async function createPerson(
  context: Context,
  user: CurrentUser,
  client_id: number,
  { username, email }: CreateCustomer,
): Promise<Person> {
  await requireCustomer(context.db, user, client_id);
  refuseAddressAsUsername(username);
  await limitCreation(context, user.id);
  if (email !== undefined) {
    const { allowed, retryAfterSeconds } = await countMailTo(context, user);
    if (!allowed) throw new RateLimitedError(retryAfterSeconds);
  }
  return inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await requireCustomer(tx.db, user, client_id);
    const of = { owner_id: user.id, client_id };
    const id = await addPerson(tx, of, { username, language: user.language });
    if (email !== undefined) await askForMail(tx, id, email);
    const row = await findCustomer(tx.db, user.id, id);
    if (!row) throw new NotFoundError();
    return toPerson(tx, row);
  });
}

/** Returns a customer of the freelancer; throws NotFoundError for another's, and for a person of a customer. */
async function requireCustomer(db: Database, user: CurrentUser, id: number): Promise<CustomerRow> {
  const row = await findCustomer(db, user.id, id);
  if (!row || row.client_id !== null) throw new NotFoundError();
  return row;
}

/**
 * Creates a person of a customer without a password and returns the id. Call it with the owner locked, after
 * `limitCreation`. People do not count among the customers. One who was removed before counts nowhere. Throws as
 * addCustomer does, CountExceededError at twenty people.
 */
export async function addPerson(
  tx: Pick<Context, 'db' | 'now'>,
  { owner_id, client_id }: { owner_id: number; client_id: number },
  { username, language, isRemoved = false }: { username: string; language: Language; isRemoved?: boolean },
): Promise<number> {
  await requireStaying(tx.db, owner_id);
  await lockUser(tx.db, client_id);
  await requireStaying(tx.db, client_id);
  const max = MAX_COUNTS.people;
  if (!isRemoved) {
    if ((await countPeople(tx.db, client_id)) >= max)
      throw new CountExceededError('customers.too_many_people', { max });
    await requireFewWaiting(tx.db, owner_id);
  }
  const account = { username, user_type: 'customer', password_hash: null, language, owner_id } as const;
  return createUser(tx, { ...account, client_id });
}

async function requireFewWaiting(db: Database, ownerId: number): Promise<void> {
  if ((await countWaiting(db, ownerId)) >= MAX_WAITING)
    throw new QuotaExceededError('customers.too_many_waiting', { max: MAX_WAITING });
}

/**
 * Removes a person of a customer, registered or not. Sessions and all ways to sign in end at once; the
 * name stays in the records of looks and deliveries. An account that was never used goes without a trace. Throws
 * NotFoundError for anything but a person of this customer of the freelancer.
 */
export async function removePerson(
  context: Context,
  user: CurrentUser,
  clientId: number,
  id: number,
): Promise<void> {
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await lockUser(tx.db, id);
    const row = await findCustomer(tx.db, user.id, id);
    if (row?.client_id !== clientId) throw new NotFoundError();
    if (!wasUsed(row) && (await deleteUnregistered(tx.db, id))) return;
    await withdraw(tx, id);
  });
  context.log.info({ user: id, by: user.id }, 'A person of a customer was removed');
}

async function withdraw(tx: Pick<Context, 'db' | 'now'>, id: number): Promise<void> {
  await endSignIns(tx.db, id);
  await withdrawAccess(tx, id);
  await enqueue(tx, 'forget-person', { user_id: id });
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
  await requireFewWaiting(tx.db, owner_id);
  return createUser(tx, { username, user_type: 'customer', password_hash: null, language, owner_id });
}

/** Deletes an unregistered customer without a project; ConflictError for others, and ForbiddenError for the own account. */
export async function deleteCustomer(context: Context, user: CurrentUser, id: number): Promise<void> {
  if (id === user.id) throw new ForbiddenError();
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await lockUser(tx.db, id);
    const customer = await requireCustomer(tx.db, user, id);
    if (Number(customer.project_count) > 0) throw new ConflictError('customers.has_projects');
    if (isRegistered(customer)) throw new ConflictError('customers.registered');
    const used = (await listEverUsed(tx.db, id)).filter(({ isUsed }) => isUsed);
    if (used.length === 0) {
      if (!(await deleteUnregistered(tx.db, id))) throw new ConflictError('customers.registered');
      return;
    }
    // Traces of the customer's people in earlier projects are erased piece by piece.
    for (const person of used) await withdraw(tx, person.id);
    await withdraw(tx, id);
    await enqueue(tx, 'erase-account', { erasure_id: await makeDue(tx, id) });
  });
}
