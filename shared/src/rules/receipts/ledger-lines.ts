/*
 * A ledger is a chain of lines of JSON. Each names the SHA-256 of the line before it, so whoever knows the last one
 * knows that none before it was changed.
 */

/** What a ledger tells, besides its number, its time and the line before it. */
export type LedgerFact =
  | { kind: 'ledger_begun'; ledger: string; project: number }
  | { kind: 'version_ready'; version: string; version_id: number }
  | { kind: 'version_removed'; version: string; version_id: number; files: number }
  | {
      kind: 'file_added' | 'file_removed';
      file: string;
      file_id: number;
      version_id: number;
      size: number;
      sha256: string;
    }
  | {
      /** All bytes were taken here, or the store was asked to send them, of which nothing more is known. */
      kind: 'downloaded' | 'handed_to_store';
      file: string;
      file_id: number;
      sha256: string | null;
      person: string;
      device: string;
    }
  | PromiseFact
  | { kind: 'milestone_delivered' | 'milestone_reopened'; milestone: string; milestone_id: number }
  | { kind: 'seen'; version_id: number; file_id?: number; person: string };

/** A milestone, or without one the next version, is promised on a day; moved from one to another; or no more. */
export type PromiseFact = { milestone?: string; milestone_id?: number } & (
  | { kind: 'promised'; day: string }
  | { kind: 'promise_moved'; day: string; before: string }
  | { kind: 'promise_withdrawn'; before: string }
);

/** What the first line names as the one before it. */
export const NO_LINE = '0'.repeat(64);

/** An entry as its line; `previous` is the hash of the line before it. */
export function ledgerLine(number: number, at: string, fact: LedgerFact, previous: string): string {
  return JSON.stringify({ number, at, ...fact, previous });
}

/** What the hash of a person is made of: the salt keeps others from trying names. */
export function personText(salt: string, name: string): string {
  return `${salt}:${name}`;
}
