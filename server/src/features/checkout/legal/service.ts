import { LEGAL_TEXT_NAMES, type Legal, type LegalTextName } from '@vitrin/shared/contract/payments/legal.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { type Context, timestampOf } from '../../../context.ts';
import type { Database } from '../../../database/connect.ts';
import { NotFoundError, ValidationError } from '../../../errors.ts';
import { translate } from '../../../i18n/messages.ts';
import { fullYearsAfter } from '../payments/kept-until.ts';
import {
  deleteAcceptancesBefore,
  findText,
  insertAcceptances,
  insertTexts,
  listAccepted,
  listAcceptances,
  withdrawName,
} from './acceptance-queries.ts';
import { legalPage } from './legal-page.ts';
import { legalTextsOf, type OwnText } from './legal-texts.ts';

/** The company behind this installation, and the newest texts in a language (specification 7.13). */
export function getLegal({ config }: Pick<Context, 'config'>, language: Language): Legal {
  const { company, withdrawalDays, keepLooksMonths, keepPaymentYears } = config;
  const texts = textsIn(config, language);
  return {
    company: company
      ? {
          title: company.title,
          address: company.address ?? null,
          tax_office: company.taxOffice ?? null,
          tax_number: company.taxNumber ?? null,
          mersis: company.mersis ?? null,
        }
      : null,
    texts: texts.map(({ name, title, version, sha256 }) => ({ name, title, version, sha256 })),
    withdrawal_days: texts.length > 0 ? withdrawalDays : 0,
    looks_kept_months: keepLooksMonths,
    payments_kept_years: keepPaymentYears,
    invoices_kept_years: config.invoices ? config.keepInvoicesYears : null,
  };
}

/** Returns a text as HTML: the newest in a language, or the accepted one by hash; else NotFoundError. */
export async function getLegalPage(
  { db, config }: Pick<Context, 'db' | 'config'>,
  name: LegalTextName,
  { language, sha256 }: { language: Language; sha256: string | undefined },
): Promise<string> {
  const newest = legalTextsOf(config).find((text) =>
    sha256 === undefined ? text.name === name && text.language === language : text.sha256 === sha256,
  );
  if (newest?.name === name) return legalPage(newest);
  const kept = sha256 === undefined ? undefined : await findText(db, sha256);
  if (kept?.name !== name) throw new NotFoundError();
  return legalPage({ ...kept, title: titleOf(kept) });
}

/** Throws ValidationError unless `accepted` names all current texts, without which no payment begins. */
export function requireAcceptance(
  { config }: Pick<Context, 'config'>,
  accepted: readonly string[],
  language: Language,
): readonly OwnText[] {
  const texts = textsIn(config, language);
  if (texts.some(({ sha256 }) => !accepted.includes(sha256)))
    throw new ValidationError({ accepted: 'legal.not_accepted' });
  return texts;
}

/** Stores with a purchase which texts its buyer accepted. Call it inside the transaction that makes the purchase. */
export async function storeAcceptance(
  context: Pick<Context, 'db' | 'now'>,
  texts: readonly OwnText[],
  { userId, purchaseId }: { userId: number; purchaseId: number },
): Promise<void> {
  if (texts.length === 0) return;
  const accepted_at = timestampOf(context);
  const rows = texts.map(({ title: _title, ...text }) => ({ ...text, created_at: accepted_at }));
  await insertTexts(context.db, rows);
  const common = { user_id: userId, purchase_id: purchaseId, accepted_at };
  await insertAcceptances(
    context.db,
    texts.map(({ sha256 }) => ({ ...common, sha256 })),
  );
}

/** The texts that were accepted for a purchase, as pages that travel with its receipt. */
export async function acceptedPages(
  db: Database,
  purchaseId: number,
): Promise<{ filename: string; content: string; contentType: string }[]> {
  const texts = await listAccepted(db, purchaseId);
  return texts.map((text) => ({
    filename: `${text.name}.${text.language}.html`,
    content: legalPage({ ...text, title: titleOf(text) }),
    contentType: 'text/html; charset=utf-8',
  }));
}

/** Keeps acceptances for ACCEPTANCES_KEPT_YEARS under the payments' random payer; runs in a transaction. */
export async function keepAcceptances(context: Context, userId: number, payer: string): Promise<boolean> {
  const acceptances = await listAcceptances(context.db, userId);
  const years = context.config.keepAcceptancesYears;
  for (const { id, accepted_at } of acceptances)
    await withdrawName(context.db, id, { payer, kept_until: fullYearsAfter(accepted_at, years) });
  return acceptances.length > 0;
}

export async function sweepAcceptances(context: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteAcceptancesBefore(context.db, timestampOf(context));
}

function textsIn(config: Context['config'], language: Language): OwnText[] {
  const texts = legalTextsOf(config).filter((text) => text.language === language);
  return texts.toSorted((a, b) => LEGAL_TEXT_NAMES.indexOf(a.name) - LEGAL_TEXT_NAMES.indexOf(b.name));
}

const titleOf = ({ name, language }: Pick<OwnText, 'name' | 'language'>) =>
  translate(language, `legal.${name}`);
