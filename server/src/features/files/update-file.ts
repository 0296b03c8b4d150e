import type { ProjectFile, UpdateFile } from '@vitrin/shared/contract/files.ts';
import { renamedFile } from '@vitrin/shared/rules/texts/file-names.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current-user.ts';
import { inTransaction } from '../../database/transaction.ts';
import { ValidationError } from '../../errors.ts';
import { touchProject } from '../projects/sums.ts';
import { lockOwnFile } from './access.ts';
import { getFile, updateFileName } from './queries.ts';
import { toProjectFile } from './row.ts';

/**
 * Renames a file; its bytes and its extension stay. Of two people who rename it, the last one wins. A name that it has
 * already moves no date.
 */
export async function updateFile(
  context: Context,
  user: CurrentUser,
  id: number,
  { name: given }: UpdateFile,
): Promise<ProjectFile> {
  return inTransaction(context, async (tx) => {
    const { name, project_id } = await lockOwnFile(tx.db, user, id);
    const renamed = given === undefined ? name : renamedFile(name, given);
    if (renamed === undefined) throw new ValidationError({ name: 'fields.blank' });
    if (renamed !== name) {
      await updateFileName(tx.db, id, renamed);
      await touchProject(tx.db, project_id, timestampOf(tx));
    }
    return toProjectFile(await getFile(tx.db, id));
  });
}
