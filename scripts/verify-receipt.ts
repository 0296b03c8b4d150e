import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { LedgerLine, ReceiptKeys } from '../shared/src/contract/receipts.ts';
import type { ReceiptStamp } from '../shared/src/rules/receipts/receipt-lines.ts';
import {
  type ImportedSum,
  type ReceiptTools,
  verifyReceipt,
} from '../shared/src/rules/receipts/verify-receipt.ts';
import { ledgerLinePath, trustOf } from '../shared/src/rules/receipts/withdrawn-keys.ts';

/** DER prefix of a public Ed25519 key of 32 bytes (RFC 8410). */
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

export const receiptTools: ReceiptTools = {
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
  isSigned(text, signature, publicKey) {
    const key = Buffer.from(publicKey, 'base64');
    if (key.length !== 32) return false;
    const der = createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, key]), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text), der, Buffer.from(signature, 'base64'));
  },
};

/**
 * Verifies that a receipt is unaltered, and by whom it was signed: `keys` is the text of /api/receipt-keys/ of
 * the installation that claims to have made it. `isGood` requires that nothing was altered and, with keys, that
 * it was signed by a key not withdrawn, or by a withdrawn one if `line`, the installation's answer about the
 * last entry, is from before the withdrawal (specification 11.5). Throws for invalid keys or an invalid line.
 */
export async function describeReceipt(
  text: string,
  keys?: string,
  line?: string,
): Promise<{ isGood: boolean; words: string }> {
  const result = await verifyReceipt(text, receiptTools);
  if (!result.isGenuine) return { isGood: false, words: `Altered: line ${result.line} is the first one.` };
  const { project, freelancer, entries, made_at, public_key, stamp, brought } = result;
  const unaltered = `Unaltered: ${entries} entries of "${project}" by ${freelancer}, signed ${made_at} with the key ${public_key}.`;
  const about = [unaltered, brought && describeImported(brought), stamp && describeStamp(stamp)]
    .filter((part) => part !== undefined)
    .join('\n');
  if (keys === undefined)
    return {
      isGood: true,
      words: `${about}\nWhose key that is only its installation says: /api/receipt-keys/`,
    };
  const listed = ReceiptKeys.parse(JSON.parse(keys)).keys.find((key) => key.public_key === public_key);
  if (listed === undefined) return { isGood: false, words: `${about}\nThe key is NONE of the given ones.` };
  const whose = `${about}\nThe key is among the given ones.`;
  if (listed.withdrawn_at === null) return { isGood: true, words: whose };
  const given = line === undefined ? undefined : LedgerLine.parse(JSON.parse(line));
  const trust = trustOf(result, listed.withdrawn_at, given);
  return {
    isGood: trust === 'ledger',
    words: [whose, describeWithdrawal(listed.withdrawn_at), WORDS_OF_TRUST[trust](result)].join('\n'),
  };
}

function describeWithdrawal(since: string): string {
  return `But it was WITHDRAWN: from ${since} on others may have signed with it, and the time in the receipt proves nothing.`;
}

type Genuine = Extract<Awaited<ReturnType<typeof verifyReceipt>>, { isGenuine: true }>;

const ask = (receipt: Genuine) =>
  `Ask the installation whether its own ledger has them from before, GET ${ledgerLinePath(receipt)}, and give the answer: npm run verify-receipt -- FILE KEYS ANSWER`;

const WORDS_OF_TRUST = {
  ledger: () =>
    'Its entries hold all the same: the last one stands in the ledger of the installation, from before that. The names of project and freelancer, and all else beside the entries, are not confirmed.',
  stamp: (receipt: Genuine) =>
    `Only the first ${receipt.stamp?.entries} entries may hold, if the stamp is verified as above and its time is before that. ${ask(receipt)}`,
  nothing: (receipt: Genuine) => `Nothing confirms its entries: do not trust it. ${ask(receipt)}`,
};

function describeImported({ looks, downloads }: ImportedSum): string {
  return `From another installation, not attested here, and apart from the entries: looks ${looks}, complete downloads ${downloads}.`;
}

function describeStamp({ entries, at, head }: ReceiptStamp): string {
  return [
    `It says that a time-stamping authority confirmed the first ${entries} entries ${at}. To check that, with the authority's certificate:`,
    `  sed -n 's/^"stamp": .*"token":"\\([^"]*\\)".*/\\1/p' FILE | openssl base64 -d -A > token`,
    `  openssl ts -verify -digest ${head} -in token -token_in -CAfile CERTIFICATES`,
  ].join('\n');
}

if (import.meta.main) {
  const [file, ...given] = process.argv.slice(2);
  if (file === undefined) {
    console.error('Say which: npm run verify-receipt -- FILE [KEYS [ANSWER]]');
    process.exitCode = 2;
  } else {
    const [keys, answer] = given.map((path) => readFileSync(path, 'utf8'));
    const { isGood, words } = await describeReceipt(readFileSync(file, 'utf8'), keys, answer);
    console.log(words);
    process.exitCode = isGood ? 0 : 1;
  }
}
