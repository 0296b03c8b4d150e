import type { ProjectFile, UpdateFile } from '@vitrin/shared/contract/files.ts';
import { renamedFile } from '@vitrin/shared/rules/texts/file-names.ts';
import { searchKey } from '@vitrin/shared/rules/texts/names.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import type { Database } from '../../database/connect.ts';
import { inTransaction } from '../../database/transaction.ts';
import { ValidationError } from '../../errors.ts';
import { isVisibleNow } from '../projects/access.ts';
import { touchProject } from '../projects/sums.ts';
import { requireSectionOf } from '../sections/access.ts';
import { lockOwnFile } from './access.ts';
import { getPosition, moveFile } from './position-queries.ts';
import { getFile, updateColumns, updateFileName } from './queries.ts';
import { toProjectFile } from './row.ts';

/** Updates a file but not its bytes or extension; the last update wins, and one without a change moves no date. */
export async function updateFile(
  context: Context,
  user: CurrentUser,
  id: number,
  { name: given, order, section, caption, alt }: UpdateFile,
): Promise<ProjectFile> {
  return inTransaction(context, async (tx) => {
    const file = await lockOwnFile(tx, user, id);
    const name = given === undefined ? file.name : renamedFile(file.name, given);
    if (name === undefined) throw new ValidationError({ name: 'fields.blank' });
    const isRenamed = name !== file.name;
    if (isRenamed) await updateFileName(tx.db, id, name);
    const words = {
      ...(caption !== undefined && { caption, caption_key: searchKey(caption) }),
      ...(alt !== undefined && { alt }),
    };
    await requireSectionOf(tx.db, file.version_id, section);
    const change = section === undefined ? {} : { section_id: section };
    const isReworded = await updateColumns(tx.db, file, { ...words, ...change });
    const isMoved = order !== undefined && (await move(tx.db, file, order));
    const touch = { now: timestampOf(tx), isSeen: isVisibleNow(file, tx) };
    if (isRenamed || isReworded || isMoved) await touchProject(tx.db, file.project_id, touch);
    return toProjectFile(await getFile(tx.db, id));
  });
}

/** Moves a file to `order`, at most to the end; returns false when it is there already. */
async function move(db: Database, file: { id: number; version_id: number }, order: number): Promise<boolean> {
  const { position, count } = await getPosition(db, file);
  const wanted = Math.min(order, count);
  if (wanted === position) return false;
  await moveFile(db, file, wanted);
  return true;
}
