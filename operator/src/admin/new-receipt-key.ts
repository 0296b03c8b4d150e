import { z } from 'zod';
import { getReceiptKeys, publicKeyOf, withdrawKey } from '@vitrin/server/features/ledger/service.ts';
import { loadReceiptKey, replaceReceiptKey } from '@vitrin/server/config/secret-key.ts';
import {
  type AdminContext,
  type Answer,
  type Command,
  readOptions,
  requireNoMore,
  UsageError,
} from './command.ts';

/** Replaces the key with which receipts are signed, and withdraws one that others may have (specification 11.5). */
export const newReceiptKey: Command = {
  usage: [
    'new-receipt-key           sign receipts with a new key from the next start on',
    'new-receipt-key --withdraw [--since TIME] [--key KEY]        and trust nothing that the old key, or KEY of /api/receipt-keys/, signed since TIME (2027-01-31T10:00:00Z) or else now',
  ],
  async run(context, words) {
    const options = {
      withdraw: { type: 'boolean' },
      since: { type: 'string' },
      key: { type: 'string' },
    } as const;
    const { values, positionals } = readOptions(words, options);
    requireNoMore(positionals);
    if (values.withdraw === true) return withdraw(context, values);
    if (values.since !== undefined || values.key !== undefined)
      throw new UsageError('--since and --key belong to --withdraw.');
    if (!isKeptInFile(context))
      throw new UsageError('The key comes from the environment: put another one into RECEIPT_KEY.');
    replaceReceiptKey(context.config.dataDir);
    return {
      text: 'Restart the server: it signs receipts with a new key. Those it signed before still verify.',
      json: { replaced: true },
    };
  },
};

async function withdraw(
  context: AdminContext,
  { since, key }: { since?: string | undefined; key?: string | undefined },
): Promise<Answer> {
  const current = publicKeyOf(context);
  const public_key = key ?? current;
  const { keys } = await getReceiptKeys(context);
  if (public_key !== current && keys.every((listed) => listed.public_key !== public_key))
    throw new UsageError('There is no such key: /api/receipt-keys/ lists them.');
  // First, so that a command that is cut short leaves no key that is replaced and still trusted.
  const withdrawn_at = await withdrawKey(context, public_key, momentOf(context, since));
  const replaced = public_key === current && isKeptInFile(context);
  if (replaced) replaceReceiptKey(context.config.dataDir);
  const next = replaced
    ? 'Restart the server: it signs receipts with a new key.'
    : public_key === current
      ? 'The server still signs with it: put another key into RECEIPT_KEY, and restart the server.'
      : 'The server signs with another key.';
  return {
    text: `What the key ${public_key} signed is not trusted from ${withdrawn_at} on. ${next}`,
    json: { replaced, public_key, withdrawn_at },
  };
}

function isKeptInFile({ config }: AdminContext): boolean {
  return !config.databaseUrl && loadReceiptKey(config.dataDir) === config.receiptKey;
}

const Moment = z
  .string()
  .max(40)
  .pipe(z.iso.datetime({ offset: true }));

/** A moment in UTC; now where none is given. Throws UsageError for what is no moment, and for one that lies ahead. */
function momentOf({ now }: AdminContext, since: string | undefined): string {
  if (since === undefined) return now().toISOString();
  if (!Moment.safeParse(since).success)
    throw new UsageError('TIME must be a moment with its time zone, such as 2027-01-31T10:00:00Z.');
  const moment = new Date(since);
  if (moment > now()) throw new UsageError('TIME must not lie ahead.');
  return moment.toISOString();
}
