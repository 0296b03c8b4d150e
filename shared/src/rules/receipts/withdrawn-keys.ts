import type { LedgerLine } from '../../contract/receipts.ts';
import type { ReceiptStamp } from './receipt-lines.ts';

/** Path of the API at which an installation says whether the last entry of a receipt stands in its own ledger. */
export function ledgerLinePath(receipt: { head: string; project_id: number; entries: number }): string {
  const { head, project_id, entries } = receipt;
  return `/api/ledger-lines/?project=${project_id}&number=${entries}&hash=${head}`;
}

/**
 * How far a receipt holds that a withdrawn key signed (specification 11.5): `ledger` where its last entry stands in the
 * installation's own ledger from before the moment of the withdrawal, `stamp` where its stamp names a time before it,
 * which is for `openssl ts` to check, else `nothing`. The time in the receipt never counts: the key signed it. Times are
 * UTC as the API writes them.
 */
export function trustOf(
  { head, stamp }: { head: string; stamp: ReceiptStamp | undefined },
  withdrawnAt: string,
  line: LedgerLine | undefined,
): 'ledger' | 'stamp' | 'nothing' {
  if (line?.hash === head && line.at < withdrawnAt) return 'ledger';
  return stamp && stamp.at < withdrawnAt ? 'stamp' : 'nothing';
}
