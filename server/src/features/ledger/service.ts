import { createHash } from 'node:crypto';
import type { ReceiptPerson, ReceiptStamp } from '@vitrin/shared/rules/receipts/receipt-lines.ts';
import type { LedgerLine, ReceiptKeys } from '@vitrin/shared/contract/receipts.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { Database } from '../../database/connect.ts';
import { lockProject } from '../../database/locks.ts';
import { PAGE_ROWS } from '../../database/pages.ts';
import { inTransaction } from '../../database/transaction.ts';
import { NotFoundError } from '../../errors.ts';
import {
  begin,
  catchUp,
  type Dated,
  factsOf,
  type Locked,
  note,
  noteNow,
  peopleOf,
  personKey,
} from './chain.ts';
import { findVersion, insertWait, isWaiting, listCome, findFile, listFilesOf } from './part-queries.ts';
import {
  endHead,
  findEnd,
  findHead,
  findLine,
  findStamp,
  insertKey,
  type LedgerHead,
  listKeys,
  listLines,
  listPeople,
  saveWithdrawal,
} from './queries.ts';
import { publicKeyFor, signText } from './signing.ts';

export async function beginLedger(tx: Locked, projectId: number): Promise<void> {
  if (!(await findHead(tx.db, projectId))) await begin(tx, projectId);
}

/** Notes a new version, or one with a changed time: that its customer can see it, once that is so. */
export async function noteVersion(tx: Locked, projectId: number, versionId: number): Promise<void> {
  await insertWait(tx.db, { version_id: versionId, project_id: projectId });
  await noteWhatCame(tx, projectId);
}

/** Notes the versions that became visible, where the ledger waits with some. Also begins a ledger for them. */
async function noteWhatCame(tx: Locked, projectId: number): Promise<void> {
  if (await findHead(tx.db, projectId)) return catchUp(tx, projectId);
  if ((await listCome(tx.db, projectId, timestampOf(tx))).length > 0) await begin(tx, projectId);
}

/** Notes what has come by the clock, for those who are about to read the ledger. */
export async function catchUpLedger(context: Locked, projectId: number): Promise<void> {
  if ((await listCome(context.db, projectId, timestampOf(context))).length === 0) return;
  await inTransaction(context, async (tx) => {
    await lockProject(tx.db, projectId);
    await noteWhatCame(tx, projectId);
  });
}

/** Notes a file once its hash is known, or together with its version while that waits. */
export async function noteFile(tx: Locked, projectId: number, fileId: number): Promise<void> {
  const file = await findFile(tx.db, fileId);
  if (!file) return;
  if (await isWaiting(tx.db, file.version_id)) await noteWhatCame(tx, projectId);
  else await noteNow(tx, projectId, factsOf([file], 'file_added'));
}

/** Notes that a file is about to be deleted, unless only its owner has ever seen it. */
export async function noteRemovedFile(tx: Locked, projectId: number, fileId: number): Promise<void> {
  await beginLedger(tx, projectId);
  await catchUp(tx, projectId);
  const file = await findFile(tx.db, fileId);
  if (!file || (await isWaiting(tx.db, file.version_id))) return;
  await noteNow(tx, projectId, factsOf([file], 'file_removed'));
}

/** Notes that a customer who saw a version does so no more: it waits again, with its files. */
export async function noteHiddenVersion(tx: Locked, projectId: number, versionId: number): Promise<void> {
  await noteRemovedVersion(tx, projectId, versionId);
  await insertWait(tx.db, { version_id: versionId, project_id: projectId });
}

/** Notes that a version is about to be deleted with its files, unless it waits. */
export async function noteRemovedVersion(tx: Locked, projectId: number, versionId: number): Promise<void> {
  await beginLedger(tx, projectId);
  await catchUp(tx, projectId);
  if (await isWaiting(tx.db, versionId)) return;
  const version = await findVersion(tx.db, versionId);
  if (!version) return;
  const { id, version_number, files } = version;
  const removed = { version: version_number, version_id: id, files: files ?? 0 };
  await noteNow(tx, projectId, [{ kind: 'version_removed', ...removed }]);
}

type ByCustomer = { user_id: number; at: string };

type Download = ByCustomer & { file_id: number; device: string };

export function noteDownloads(tx: Locked, projectId: number, downloads: readonly Download[]): Promise<void> {
  return noteFetched(tx, projectId, 'downloaded', downloads);
}

/** Notes that customers were sent to the store for files: how much of them it sends is not known here. */
export function noteHandedOver(tx: Locked, projectId: number, downloads: readonly Download[]): Promise<void> {
  return noteFetched(tx, projectId, 'handed_to_store', downloads);
}

async function noteFetched(
  tx: Locked,
  projectId: number,
  kind: 'downloaded' | 'handed_to_store',
  downloads: readonly Download[],
): Promise<void> {
  if (downloads.length === 0) return;
  await beginLedger(tx, projectId);
  const ids = [...new Set(downloads.map(({ file_id }) => file_id))];
  const files = new Map((await listFilesOf(tx.db, ids)).map((file) => [file.id, file]));
  const people = await peopleOf(
    tx.db,
    downloads.map(({ user_id }) => ({ project_id: projectId, user_id })),
  );
  await note(
    tx,
    projectId,
    downloads.flatMap(({ user_id, file_id, device, at }): Dated[] => {
      const file = files.get(file_id);
      if (!file) return [];
      const { name, sha256 } = file;
      const person = people.get(personKey({ project_id: projectId, user_id })) ?? '';
      return [{ at, fact: { kind, file: name, file_id, sha256, person, device } }];
    }),
  );
}

/** Signs the last line of a project that is about to be deleted: it is what stays of the ledger. */
export async function endLedger(tx: Locked & Pick<Context, 'config'>, projectId: number): Promise<void> {
  const head = await findHead(tx.db, projectId);
  if (!head) return;
  const ended_at = timestampOf(tx);
  const { ledger, entries, hash } = head;
  const text = [ledger, entries, hash, ended_at].join(' ');
  const { signature } = await signForOthers(tx, text);
  await endHead(tx.db, projectId, { ended_at, signature });
}

/** Reads a ledger: its last line, its people, its newest stamp, and its lines by pages, on demand. */
export async function readLedger(
  { db }: Pick<Context, 'db'>,
  projectId: number,
): Promise<
  | {
      head: LedgerHead;
      people: ReceiptPerson[];
      stamp: ReceiptStamp | undefined;
      pages: AsyncGenerator<string[], void>;
    }
  | undefined
> {
  // Read before the last line, so that it confirms no line beyond it.
  const stamp = await findStamp(db, projectId);
  const head = await findHead(db, projectId);
  if (!head) return undefined;
  const people = (await listPeople(db, projectId)).map(({ person, name, salt }) => ({ person, name, salt }));
  return { head, people, stamp, pages: pagesOf(db, projectId, head.entries) };
}

async function* pagesOf(db: Database, projectId: number, last: number): AsyncGenerator<string[], void> {
  for (let after = 0; after < last; after += PAGE_ROWS) {
    const lines = await listLines(db, projectId, { after, last });
    if (lines.length === 0) throw new Error('The project was deleted while its ledger was read');
    yield lines;
  }
}

/** Signs a text with the key of the installation, which is kept with those that others can check it with. */
export async function signForOthers(
  context: Pick<Context, 'db' | 'now' | 'config'>,
  text: string,
): Promise<{ signature: string; publicKey: string }> {
  const signed = signText(context.config.receiptKey, text);
  await insertKey(context.db, signed.publicKey, timestampOf(context));
  return signed;
}

export function publicKeyOf({ config }: Pick<Context, 'config'>): string {
  return publicKeyFor(config.receiptKey);
}

/**
 * Withdraws a public key: what it signed from a moment on (UTC, as the API writes times) is not trusted (specification
 * 11.5). A key that never signed is kept as withdrawn too. Returns the moment that holds: the earliest that was ever given.
 */
export async function withdrawKey(
  context: Pick<Context, 'db' | 'now'>,
  publicKey: string,
  since: string,
): Promise<string> {
  await insertKey(context.db, publicKey, timestampOf(context));
  await saveWithdrawal(context.db, publicKey, since);
  const kept = (await listKeys(context.db)).find(({ public_key }) => public_key === publicKey);
  return kept?.withdrawn_at ?? since;
}

/** Returns a line by its hash from a receipt, of a deleted project only the last line; throws NotFoundError. */
export async function getLedgerLine(
  { db }: Pick<Context, 'db'>,
  { project, number, hash }: { project: number; number: number; hash: string },
): Promise<LedgerLine> {
  const line = await findLine(db, project, number);
  if (line !== undefined && createHash('sha256').update(line).digest('hex') === hash)
    return { hash, at: (JSON.parse(line) as { at: string }).at };
  const ended = await findEnd(db, project, { number, hash });
  if (ended === undefined) throw new NotFoundError();
  return { hash, at: ended };
}

/** Lists every public key with which this installation has signed, the oldest first. */
export async function getReceiptKeys({ db }: Pick<Context, 'db'>): Promise<ReceiptKeys> {
  return { keys: await listKeys(db) };
}
