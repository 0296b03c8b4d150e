import type { ArchiveImport, ArchiveImports, ImportSummary } from '@vitrin/shared/contract/archives.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { MAX_COUNTS } from '@vitrin/shared/rules/counts.ts';
import type { Context } from '../../../context.ts';
import { timestampIn, timestampOf } from '../../../context.ts';
import type { CurrentUser } from '../../../current/current-user.ts';
import { lockUser } from '../../../database/locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import {
  ConflictError,
  CountExceededError,
  GoneError,
  type Message,
  NotFoundError,
  QuotaExceededError,
} from '../../../errors.ts';
import { translate } from '../../../i18n/messages.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { limitRate } from '../../../rate-limits/rate-limits.ts';
import { getPlanLimits } from '../../plans/service.ts';
import { requireStaying } from '../../users/service.ts';
import { KEPT_SECONDS } from './run/copy-entries.ts';
import { deleteRefusedBefore } from './forget-queries.ts';
import {
  countCustomers,
  countProjects,
  findArchiveUpload,
  findEarlierImport,
  findImport,
  findOpenUpload,
  type ImportRow,
  listAbandoned,
  listHanging,
  listImports,
  listMarks,
  updateArchiveUpload,
  updateImport,
} from './import-queries.ts';
import { endUpload, refuse } from './refuse.ts';

const SHOWN = 10;
const ABANDONED_AT_ONCE = 50;
const REFUSED_SECONDS = 30 * 24 * 3600;
const LIMIT = { amount: 20, seconds: 3600 };

/** Lists the newest imports of a freelancer; one with an upload under way is the first. */
export async function getImports(
  { db }: Pick<Context, 'db'>,
  user: CurrentUser,
  language: Language,
): Promise<ArchiveImports> {
  const results: ArchiveImport[] = [];
  const open = await findOpenUpload(db, user.id);
  if (open) {
    const total_bytes = open.length_bytes ?? 0;
    results.push({
      id: open.id,
      state: open.synced_bytes === total_bytes ? 'checking' : 'uploading',
      problem: null,
      summary: null,
      brought_before: null,
      total_bytes,
      done_bytes: open.synced_bytes,
      created_at: open.created_at,
      ended_at: null,
    });
  }
  for (const row of await listImports(db, user.id, SHOWN)) {
    const isOpen = row.state === 'ready' && row.archive !== null;
    const before = isOpen && row.archive !== null ? await findEarlierImport(db, user.id, row.archive) : null;
    results.push(toImport(row, before ?? null, language));
  }
  return { results };
}

/**
 * Starts an import that was found good. Throws NotFoundError for another user's, ConflictError when it is not ready,
 * was imported before without `again`, or the account is about to be deleted, and QuotaExceededError or
 * CountExceededError when the plan has no room for its projects or customers.
 */
export async function confirmImport(
  context: Context,
  user: CurrentUser,
  id: string,
  { again = false }: { again?: boolean | undefined },
): Promise<void> {
  await limitRate(context, `import:${user.id}`, LIMIT);
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    await requireStaying(tx.db, user.id);
    const row = await requireOwnImport(tx, user, id);
    if (row.state !== 'ready' || row.archive === null || row.summary === null)
      throw new ConflictError('imports.not_ready');
    if (!(await findArchiveUpload(tx.db, id))) throw new GoneError('files.upload_expired');
    if (!again && (await findEarlierImport(tx.db, user.id, row.archive)))
      throw new ConflictError('imports.brought_before');
    const { projects, customers } = JSON.parse(row.summary) as ImportSummary;
    const marked = await listMarks(tx.db, id, 'project');
    await requireRoomForProjects(tx, user.id, projects - marked.size);
    const people = customers - (await listMarks(tx.db, id, 'customer')).size;
    const max = MAX_COUNTS.customers;
    if (people > 0 && (await countCustomers(tx.db, user.id)) + people > max)
      throw new CountExceededError('customers.too_many', { max });
    await updateImport(tx.db, id, ['ready'], { state: 'bringing', problem: null, done_bytes: 0 });
    await updateArchiveUpload(tx.db, id, { expires_at: timestampIn(tx, KEPT_SECONDS) });
    await enqueue(tx, 'bring-import', { import_id: id });
  });
}

/** Drops an archive; imported things stay. Throws NotFoundError, also for an import under way. */
export async function dropImport(context: Context, user: CurrentUser, id: string): Promise<void> {
  await requireOwnImport(context, user, id);
  await inTransaction(context, async (tx) => {
    await lockUser(tx.db, user.id);
    const values = { state: 'refused', problem: null, ended_at: timestampOf(tx) } as const;
    if (!(await updateImport(tx.db, id, ['ready'], values))) throw new ConflictError('imports.not_ready');
    await endUpload(tx, id);
  });
}

/** Ends imports that were not confirmed in time, lost their archive or have a dead job; deletes old refusals. */
export async function sweepImports(context: Context): Promise<void> {
  for (const { id } of await listHanging(context.db, ABANDONED_AT_ONCE))
    await refuse(context, id, { detail: { key: 'imports.failed' } });
  for (const { id } of await listAbandoned(context.db, ABANDONED_AT_ONCE))
    await refuse(context, id, { detail: { key: 'files.upload_expired' } });
  await deleteRefusedBefore(context.db, timestampIn(context, -REFUSED_SECONDS));
}

/** Throws QuotaExceededError above the plan, CountExceededError above the limit of all plans; needs the user locked. */
export async function requireRoomForProjects(
  tx: Pick<Context, 'db' | 'now'>,
  ownerId: number,
  more: number,
): Promise<void> {
  const { project_limit: limit } = await getPlanLimits(tx, ownerId);
  const count = await countProjects(tx.db, ownerId);
  const max = MAX_COUNTS.projects;
  if (count + more > max) throw new CountExceededError('projects.too_many', { max });
  if (count + more > limit) throw new QuotaExceededError('imports.too_many_projects', { more, count, limit });
}

async function requireOwnImport(
  { db }: Pick<Context, 'db'>,
  user: CurrentUser,
  id: string,
): Promise<ImportRow> {
  const row = await findImport(db, id);
  if (row?.owner_id !== user.id) throw new NotFoundError();
  return row;
}

function toImport(row: ImportRow, brought_before: string | null, language: Language): ArchiveImport {
  const { id, state, problem, summary, total_bytes, done_bytes, created_at, ended_at } = row;
  return {
    id,
    state,
    problem: problem === null ? null : wordsOf(JSON.parse(problem) as Message, language),
    summary: summary === null ? null : (JSON.parse(summary) as ImportSummary),
    brought_before,
    total_bytes,
    done_bytes: Math.min(done_bytes, total_bytes),
    created_at,
    ended_at,
  };
}

function wordsOf({ key, params }: Message, language: Language): string {
  return translate(language, key, params);
}
