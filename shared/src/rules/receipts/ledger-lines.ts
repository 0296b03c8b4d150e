/* A ledger is a chain of JSON lines: each has the SHA-256 of the one before, so the last proves all of them. */

/** Content of an entry, beside its number, its time and the hash of the line before. */
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
       * `downloaded`: this server sent all bytes; `handed_to_store`: the reader was redirected to the store, without
       * further record.
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
      /** A customer was redirected to an address, as it was then; the host's answer is unknown. */
      kind: 'link_shown';
      link: string;
      address: string;
      link_id: number;
      version_id: number;
      person: string;
    };

/** A milestone, or without one the next version, is promised for a day, moved to another, or no longer promised. */
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
