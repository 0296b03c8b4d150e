import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ReceiptKeys } from '../shared/src/contract/receipts.ts';
import type { ReceiptStamp } from '../shared/src/rules/receipts/receipt-lines.ts';
import {
  type BroughtSum,
  type ReceiptTools,
  verifyReceipt,
} from '../shared/src/rules/receipts/verify-receipt.ts';

/** What stands before the 32 bytes of a public Ed25519 key in its DER form (RFC 8410). */
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
 * Says whether a receipt is as it was signed, and by whom: `keys` is the text of /api/receipt-keys/ of the installation
 * that is said to have made it. `isGood` only where nothing was altered and, with keys, one of them signed it.
 */
export async function describeReceipt(
  text: string,
  keys?: string,
): Promise<{ isGood: boolean; words: string }> {
  const result = await verifyReceipt(text, receiptTools);
  if (!result.isGenuine) return { isGood: false, words: `Altered: line ${result.line} is the first one.` };
  const { project, freelancer, entries, made_at, public_key, stamp, brought } = result;
  const unaltered = `Unaltered: ${entries} entries of "${project}" by ${freelancer}, signed ${made_at} with the key ${public_key}.`;
  const about = [unaltered, brought && describeBrought(brought), stamp && describeStamp(stamp)]
    .filter((part) => part !== undefined)
    .join('\n');
  if (keys === undefined)
    return {
      isGood: true,
      words: `${about}\nWhose key that is only its installation says: /api/receipt-keys/`,
    };
  const known = ReceiptKeys.parse(JSON.parse(keys)).keys.find((key) => key.public_key === public_key);
  const whose = known ? 'The key is among the given ones.' : 'The key is NONE of the given ones.';
  return { isGood: known !== undefined, words: `${about}\n${whose}` };
}

function describeBrought({ looks, downloads }: BroughtSum): string {
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
  const [file, keys] = process.argv.slice(2);
  if (file === undefined) {
    console.error('Say which: npm run verify-receipt -- FILE [KEYS]');
    process.exitCode = 2;
  } else {
    const { isGood, words } = await describeReceipt(
      readFileSync(file, 'utf8'),
      keys === undefined ? undefined : readFileSync(keys, 'utf8'),
    );
    console.log(words);
    process.exitCode = isGood ? 0 : 1;
  }
}
