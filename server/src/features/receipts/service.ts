import { createHash } from 'node:crypto';
import {
  MARK_DIGITS,
  receiptEnd,
  receiptHead,
  receiptPeople,
  type ReceiptImports,
  type ReceiptStatement,
} from '@vitrin/shared/rules/receipts/receipt-lines.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import type { CurrentUser } from '../../current/current-user.ts';
import { lockProject } from '../../database/locks.ts';
import { inTransaction } from '../../database/transaction.ts';
import { NotFoundError } from '../../errors.ts';
import { translate } from '../../i18n/messages.ts';
import { writeDeliveries } from '../deliveries/service.ts';
import { writeEvents } from '../events/service.ts';
import { getOwnFace, readOwnLogo } from '../faces/service.ts';
import { beginLedger, catchUpLedger, publicKeyOf, readLedger, signForOthers } from '../ledger/service.ts';
import { makePdf } from './pdf/make-pdf.ts';
import { createSummary } from './pdf/receipt-summary.ts';
import { findOwnProject, sumImported } from './queries.ts';

/** Origins that a receipt names; a project rarely has more than one. */
const MOST_ORIGINS = 20;

type Receipt = { project: { id: number; name: string }; text: AsyncGenerator<string, void> };

/** Returns the receipt of an own project, a piece at a time; throws NotFoundError for all but its freelancer. */
export async function getReceipt(context: Context, user: CurrentUser, projectId: number): Promise<Receipt> {
  const { project, ledger } = await readOwnLedger(context, user, projectId);
  const from = await sumImported(context.db, projectId, MOST_ORIGINS);
  return { project, text: textOf(context, user, project, { ...ledger, from }) };
}

/** Returns the receipt of an own project as a PDF; throws NotFoundError as getReceipt. */
export async function getReceiptPdf(
  context: Context,
  user: CurrentUser,
  projectId: number,
  language: Language,
): Promise<{ project: Receipt['project']; bytes: Buffer }> {
  const { project, ledger } = await readOwnLedger(context, user, projectId);
  const { head, people, stamp, pages } = ledger;
  const sum = createSummary(people);
  for await (const lines of pages) for (const line of lines) sum.addLine(line);
  const { display_name } = await getOwnFace(context, user);
  const logo = await readOwnLogo(context, user.id);
  const bytes = await makePdf(user.tenant, {
    language,
    project: project.name,
    freelancer: display_name === null ? user.username : `${display_name} (${user.username})`,
    logo: logo?.toString('base64'),
    made_at: timestampOf(context),
    ledger: head.ledger,
    entries: head.entries,
    head: head.hash,
    stamp,
    brought: await sumImported(context.db, projectId, MOST_ORIGINS),
    address: `${context.config.publicUrl}/verify`,
    summary: sum.summary(),
  });
  return { project, bytes };
}

async function readOwnLedger(
  context: Context,
  user: CurrentUser,
  projectId: number,
): Promise<{ project: Receipt['project']; ledger: Ledger }> {
  const row = await findOwnProject(context.db, user, projectId);
  if (!row) throw new NotFoundError();
  // Batches that wait to be written belong into the receipt.
  await writeEvents(context);
  await writeDeliveries(context);
  await catchUpLedger(context, projectId);
  const project = { id: projectId, name: row.name };
  const ledger = (await readLedger(context, projectId)) ?? (await readNewLedger(context, projectId));
  return { project, ledger };
}

type Ledger = NonNullable<Awaited<ReturnType<typeof readLedger>>>;

async function readNewLedger(context: Context, projectId: number): Promise<Ledger> {
  await inTransaction(context, async (tx) => {
    await lockProject(tx.db, projectId);
    await beginLedger(tx, projectId);
  });
  const ledger = await readLedger(context, projectId);
  if (!ledger) throw new NotFoundError();
  return ledger;
}

async function* textOf(
  context: Context,
  user: CurrentUser,
  project: Receipt['project'],
  { head, people, stamp, pages, from }: Ledger & { from: ReceiptImports['from'] },
): AsyncGenerator<string, void> {
  const above = createHash('sha256');
  let marks = '';
  const write = (lines: readonly string[]) => {
    for (const line of lines) marks += sha256Of(line).slice(0, MARK_DIGITS);
    const text = lines.map((line) => `${line}\n`).join('');
    above.update(text);
    return text;
  };
  yield write(
    receiptHead({
      project,
      freelancer: user.username,
      not_proven: translate('en', 'delivery_receipt.not_proven'),
    }),
  );
  let written = 0;
  for await (const lines of pages) {
    written += lines.length;
    const isEnd = written === head.entries;
    yield write(lines.map((line, index) => (isEnd && index === lines.length - 1 ? line : `${line},`)));
  }
  const not_attested = translate('en', 'delivery_receipt.not_attested');
  const brought = from.length > 0 ? { not_attested, from } : undefined;
  yield write(receiptPeople(people, { brought, stamp }));
  const statement = JSON.stringify({
    made_at: timestampOf(context),
    ledger: head.ledger,
    entries: head.entries,
    head: head.hash,
    above: above.digest('hex'),
    lines: marks,
    key: publicKeyOf(context),
  } satisfies ReceiptStatement);
  const { signature, publicKey } = await signForOthers(context, statement);
  yield receiptEnd(statement, sha256Of(statement), signature, publicKey).join('\n');
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
