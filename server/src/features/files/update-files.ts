import type { ChangedFile, ProjectFile, UpdateFiles } from '@vitrin/shared/contract/files.ts';
import { renamedFile } from '@vitrin/shared/rules/texts/file-names.ts';
import { searchKey } from '@vitrin/shared/rules/texts/names.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import type { Database } from '../../database/connect.ts';
import { inTransaction } from '../../database/transaction.ts';
import { ConflictError, NotFoundError, ValidationError } from '../../errors.ts';
import { isVisibleNow } from '../projects/access.ts';
import { touchProject } from '../projects/sums.ts';
import { requireSectionOf } from '../sections/access.ts';
import { lockOwnFile } from './access.ts';
import { type FileChanges, listFilesById, updateColumnsOf } from './queries.ts';
import { type FileRow, toProjectFile } from './row.ts';

/**
 * Changes several files of one version, all or none (specification 6.20), and returns them in the order given. Throws
 * as lockOwnFile for the first, NotFoundError when another is not in its version, ConflictError when a file is not as
 * `was` says, ValidationError for a name or section that updateFile refuses too.
 */
export async function updateFiles(
  context: Context,
  user: CurrentUser,
  { files: given }: UpdateFiles,
): Promise<ProjectFile[]> {
  const ids = given.map(({ id }) => id);
  const [first] = ids;
  if (first === undefined || new Set(ids).size < ids.length)
    throw new ValidationError({ files: 'files.named_twice' });
  return inTransaction(context, async (tx) => {
    const { version_id: versionId, ...project } = await lockOwnFile(tx, user, first);
    const read = async () =>
      new Map((await listFilesById(tx.db, versionId, ids)).map((row) => [row.id, row]));
    const before = await read();
    if (before.size < ids.length) throw new NotFoundError('files.not_together');
    await requireSections(tx.db, versionId, given);
    const changed = changesOf(given, before);
    for (const { ids: same, changes } of changed) await updateColumnsOf(tx.db, same, changes);
    if (changed.length > 0)
      await touchProject(tx.db, project.project_id, {
        now: timestampOf(tx),
        isSeen: isVisibleNow(project, tx),
      });
    const after = changed.length > 0 ? await read() : before;
    return ids
      .map((id) => after.get(id))
      .filter((row) => row !== undefined)
      .map(toProjectFile);
  });
}

async function requireSections(
  db: Database,
  versionId: number,
  given: readonly ChangedFile[],
): Promise<void> {
  for (const section of new Set(given.map((each) => each.section)))
    await requireSectionOf(db, versionId, section);
}

/** Groups the files by their new values, for one statement per set of values. */
function changesOf(
  given: readonly ChangedFile[],
  before: ReadonlyMap<number, FileRow>,
): { ids: number[]; changes: FileChanges }[] {
  const groups = new Map<string, { ids: number[]; changes: FileChanges }>();
  for (const each of given) {
    const row = before.get(each.id);
    if (!row) continue;
    if (!isAs(row, each.was)) throw new ConflictError('files.changed_meanwhile');
    const changes = changesOfOne(row, each);
    if (Object.keys(changes).length === 0) continue;
    const key = JSON.stringify(changes);
    const group = groups.get(key);
    if (group) group.ids.push(each.id);
    else groups.set(key, { ids: [each.id], changes });
  }
  return [...groups.values()];
}

function isAs(row: FileRow, was: ChangedFile['was'] = {}): boolean {
  const { section, ...texts } = was;
  if (section !== undefined && section !== row.section_id) return false;
  return (['name', 'caption', 'alt'] as const).every(
    (field) => texts[field] === undefined || texts[field] === row[field],
  );
}

function changesOfOne(row: FileRow, { name: given, section, caption, alt }: ChangedFile): FileChanges {
  const name = given === undefined ? row.name : renamedFile(row.name, given);
  if (name === undefined) throw new ValidationError({ name: 'fields.blank' });
  return {
    ...(name !== row.name && { name }),
    ...(section !== undefined && section !== row.section_id && { section_id: section }),
    ...(caption !== undefined && caption !== row.caption && { caption, caption_key: searchKey(caption) }),
    ...(alt !== undefined && alt !== row.alt && { alt }),
  };
}
