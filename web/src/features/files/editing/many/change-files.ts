import {
  type ChangedFile,
  MAX_FILES_AT_ONCE,
  type ProjectFile,
  type UpdatedFiles,
} from '@vitrin/shared/contract/files.ts';
import { api } from '../../../../lib/api-client.ts';
import { ApiError } from '../../../../lib/api-error.ts';
import { queryClient } from '../../../../lib/query-client.ts';
import { filesQuery, refreshFiles } from '../../api.ts';

type Change = Omit<ChangedFile, 'was'>;
type Field = 'name' | 'section' | 'caption' | 'alt';

const FIELDS: readonly Field[] = ['name', 'section', 'caption', 'alt'];

/** Attempts to undo changes before a conflict with others becomes an error. */
const TRIES = 3;

/** Changes files in requests of the largest size and returns an undo function; a failure keeps earlier requests. */
export async function changeFiles(
  versionId: number,
  files: readonly ProjectFile[],
  changes: readonly Change[],
): Promise<{ count: number; undo: () => Promise<{ kept: number }> } | undefined> {
  const former = new Map(files.map((file) => [file.id, file]));
  const wanted = changes.filter((change) => {
    const file = former.get(change.id);
    return file && FIELDS.some((field) => change[field] !== undefined && change[field] !== file[field]);
  });
  if (wanted.length === 0) return undefined;
  const after = await send(versionId, wanted);
  const back = after.flatMap((now) => {
    const before = former.get(now.id);
    return before ? [backTo(before, now)] : [];
  });
  return { count: after.length, undo: () => undoChanges(versionId, back) };
}

async function send(versionId: number, changes: readonly ChangedFile[]): Promise<ProjectFile[]> {
  const done: ProjectFile[] = [];
  try {
    for (let at = 0; at < changes.length; at += MAX_FILES_AT_ONCE) {
      const files = changes.slice(at, at + MAX_FILES_AT_ONCE);
      done.push(...(await api<UpdatedFiles>('/files/', { method: 'PATCH', body: { files } })).files);
    }
  } finally {
    refreshFiles([versionId]);
  }
  return done;
}

/** A change that gives a file its former values, refused once it no longer has the present ones. */
function backTo(before: ProjectFile, now: ProjectFile): ChangedFile {
  const changed = FIELDS.filter((field) => before[field] !== now[field]);
  const valuesOf = (file: ProjectFile) => Object.fromEntries(changed.map((field) => [field, file[field]]));
  return { id: now.id, ...valuesOf(before), was: valuesOf(now) };
}

/** `kept` counts the files that were changed or deleted meanwhile, which stay as they are. */
async function undoChanges(versionId: number, back: readonly ChangedFile[]): Promise<{ kept: number }> {
  for (let tries = 1; ; tries += 1) {
    const shown = await queryClient.fetchQuery({ ...filesQuery(versionId), staleTime: 0 });
    const present = new Map(shown.map((file) => [file.id, file]));
    const untouched = back.filter(({ id, was = {} }) => {
      const file = present.get(id);
      return file && FIELDS.every((field) => was[field] === undefined || was[field] === file[field]);
    });
    try {
      await send(versionId, untouched);
      return { kept: back.length - untouched.length };
    } catch (error) {
      const isStale = error instanceof ApiError && (error.status === 409 || error.status === 404);
      if (!isStale || tries === TRIES) throw error;
    }
  }
}
