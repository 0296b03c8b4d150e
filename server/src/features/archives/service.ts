import type { Context } from '../../context.ts';
import { lockUser } from '../../database/locks.ts';
import { inTransaction } from '../../database/transaction.ts';
import { removeExportOf } from './export/exports.ts';
import { deleteImport, findOwnerOf, forgetSummaries, listSomeImports } from './import/forget-queries.ts';
import { updateImport } from './import/import-queries.ts';
import { clearImport, endUpload } from './import/refuse.ts';

const IMPORTS_AT_ONCE = 50;

/** Deletes all exports and imports; call it before the files are deleted, which an archive would keep. Running work ends. */
export async function eraseArchives(context: Context, ownerId: number): Promise<void> {
  const endSome = () =>
    inTransaction(context, async (tx) => {
      await lockUser(tx.db, ownerId);
      await removeExportOf(tx, ownerId);
      const ids = await listSomeImports(tx.db, ownerId, IMPORTS_AT_ONCE);
      for (const id of ids) {
        await updateImport(tx.db, id, ['checking', 'ready', 'bringing'], { state: 'refused' });
        await endUpload(tx, id);
      }
      return ids;
    });
  for (let ids; (ids = await endSome()).length > 0;)
    for (const id of ids) {
      await clearImport(context, id);
      await deleteImport(context.db, id);
    }
}

/** Deletes what names a customer in archives of their freelancer, made or imported. */
export async function forgetCustomer(context: Context, customerId: number): Promise<void> {
  const ownerId = await findOwnerOf(context.db, customerId);
  if (ownerId === null) return;
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, ownerId);
    await removeExportOf(tx, ownerId);
    await forgetSummaries(tx.db, ownerId);
  });
}
