/*
 * A ledger is a chain of lines of JSON. Each contains the SHA-256 of the line before it, so the last line
 * proves that none before it was changed.
 */

/** Content of a ledger entry, besides its number, its time and the hash of the line before it. */
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
      /**
       * `downloaded`: all bytes were taken from this server; `handed_to_store`: the reader was redirected to
       * the store, without any further record.
       */
      kind: 'downloaded' | 'handed_to_store';
      file: string;
      file_id: number;
      sha256: string | null;
      person: string;
      device: string;
    }
  | PromiseFact
  | { kind: 'milestone_delivered' | 'milestone_reopened'; milestone: string; milestone_id: number }
  | { kind: 'seen'; version_id: number; file_id?: number; person: string }
  | {
      /** A customer was sent to an address, as it was then; nothing is known of what its host showed. */
      kind: 'link_shown';
      link: string;
      address: string;
      link_id: number;
      version_id: number;
      person: string;
    };

/** A milestone, or without one the next version, is promised on a day; moved from one to another; or no more. */
export type PromiseFact = { milestone?: string; milestone_id?: number } & (
  | { kind: 'promised'; day: string }
  | { kind: 'promise_moved'; day: string; before: string }
  | { kind: 'promise_withdrawn'; before: string }
);

/** Hash in the first line, which has no line before it. */
export const NO_LINE = '0'.repeat(64);

/** An entry as its line; `previous` is the hash of the line before it. */
export function ledgerLine(number: number, at: string, fact: LedgerFact, previous: string): string {
  return JSON.stringify({ number, at, ...fact, previous });
}

/** Text that a person's hash is computed from; the salt prevents guessing names. */
export function personText(salt: string, name: string): string {
  return `${salt}:${name}`;
}
