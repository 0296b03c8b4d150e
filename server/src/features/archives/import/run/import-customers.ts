import { type ImportSummary, RENAMED_SAID } from '@vitrin/shared/contract/archives.ts';
import type { Context } from '../../../../context.ts';
import { lockUser } from '../../../../database/locks.ts';
import { inTransaction } from '../../../../database/transaction.ts';
import { ValidationError } from '../../../../errors.ts';
import { addCustomer, addPerson, limitCreation } from '../../../customers/service.ts';
import { isUsernameTaken, setDisplayName } from '../../../users/service.ts';
import { valuesOf } from '../../carried/column-kinds.ts';
import { CUSTOMER } from '../../carried/columns.ts';
import { usernameFinder } from './free-usernames.ts';
import type { Head } from '../groups.ts';
import {
  type ArchiveUpload,
  findImport,
  insertMark,
  listImportedNames,
  listMarks,
  updateImport,
} from '../import-queries.ts';
import { updateCustomer } from './write-queries.ts';

const MAX_ATTEMPTS = 5;

type Customer = Head['customers'][number];

/**
 * Creates the customers, none of whom can sign in: each gets a registration link of this installation. Each counts as
 * if the form had been sent; resumes where it ended. Returns the new ids. Throws the errors of `addCustomer` and
 * `limitCreation`.
 */
export async function importCustomers(
  context: Context,
  { id, owner_id }: ArchiveUpload,
  { customers }: Head,
): Promise<Map<number, number>> {
  const imported = await listMarks(context.db, id, 'customer');
  const missing = customers.filter((customer) => !imported.has(customer.id));
  if (missing.length === 0) return imported;
  const freeUsername = usernameFinder((username) => isUsernameTaken(context.db, username));
  for (const customer of missing) {
    if (!customer.removed_at) await limitCreation(context, owner_id);
    const create = async () => {
      const username = await freeUsername(customer.username);
      const client_id = customer.client ? imported.get(customer.client) : undefined;
      const of = { import_id: id, owner_id, ...(client_id !== undefined && { client_id }) };
      return createImported(context, of, { ...customer, username });
    };
    imported.set(customer.id, await untilFree(create));
  }
  await sayRenamed(context, id, customers);
  return imported;
}

async function untilFree<T>(create: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt += 1) {
    try {
      return await create();
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
    }
  }
  return create();
}

function createImported(
  context: Context,
  { import_id, owner_id, client_id }: { import_id: string; owner_id: number; client_id?: number },
  customer: Customer,
): Promise<number> {
  const { id: old_id, username, language, display_name } = customer;
  return inTransaction(context, async (tx) => {
    await lockUser(tx.db, owner_id);
    const isRemoved = customer.removed_at !== null && customer.removed_at !== undefined;
    const new_id =
      client_id === undefined
        ? await addCustomer(tx, owner_id, { username, language })
        : await addPerson(tx, { owner_id, client_id }, { username, language, isRemoved });
    if (display_name !== null && display_name !== undefined)
      await setDisplayName(tx.db, new_id, display_name);
    await updateCustomer(tx.db, new_id, valuesOf(CUSTOMER, customer));
    await insertMark(tx.db, { import_id, kind: 'customer', old_id, new_id });
    return new_id;
  });
}

async function sayRenamed(context: Context, id: string, customers: readonly Customer[]): Promise<void> {
  const { summary } = (await findImport(context.db, id)) ?? {};
  if (!summary) return;
  const names = await listImportedNames(context.db, id);
  const renamed = customers.flatMap(({ id: old_id, username: from, removed_at }) => {
    if (removed_at) return [];
    const to = names.get(old_id) ?? from;
    return to === from ? [] : { from, to };
  });
  const after: ImportSummary = {
    ...(JSON.parse(summary) as ImportSummary),
    renamed: renamed.slice(0, RENAMED_SAID),
    renamed_count: renamed.length,
  };
  await updateImport(context.db, id, ['bringing'], { summary: JSON.stringify(after) });
}
