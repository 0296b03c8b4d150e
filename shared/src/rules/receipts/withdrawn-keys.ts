import type { LedgerLine } from '../../contract/receipts.ts';
import type { ReceiptStamp } from './receipt-lines.ts';

/** API path at which an installation confirms that a receipt's last entry stands in its own ledger. */
export function ledgerLinePath(receipt: { head: string; project_id: number; entries: number }): string {
  const { head, project_id, entries } = receipt;
  return `/api/ledger-lines/?project=${project_id}&number=${entries}&hash=${head}`;
}

/**
 * Remaining proof of a receipt by a withdrawn key (specification 11.5): `ledger` if the installation's ledger has its
 * last entry from before the withdrawal, `stamp` if its time stamp is older (to check with `openssl ts`), else
 * `nothing`. The receipt's own time proves nothing.
 */
export function trustOf(
  { head, stamp }: { head: string; stamp: ReceiptStamp | undefined },
  withdrawnAt: string,
  line: LedgerLine | undefined,
): 'ledger' | 'stamp' | 'nothing' {
  if (line?.hash === head && line.at < withdrawnAt) return 'ledger';
  return stamp && stamp.at < withdrawnAt ? 'stamp' : 'nothing';
}
