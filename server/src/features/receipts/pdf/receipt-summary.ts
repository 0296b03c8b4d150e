import type { LedgerFact } from '@vitrin/shared/rules/receipts/ledger-lines.ts';
import type { ReceiptPerson } from '@vitrin/shared/rules/receipts/receipt-lines.ts';
import { createPromises, type SummedPromise } from './promise-summary.ts';

/** Files that a PDF lists at most: about as many as twenty pages hold. */
const MOST_FILES = 400;

/** Acts of customers that are listed for each file and version at most; the others are in the JSON. */
const MOST_ACTS = 5;

export type Act = {
  name: string | null;
  at: string;
  device: string;
  /** Handed to the store, which does not say how much it sent. */
  isHanded?: boolean;
};

export type SummedFile = {
  name: string;
  size: number;
  sha256: string;
  added_at: string;
  removed_at: string | null;
  downloads: Act[];
};

/** A link as it was when a customer first opened it. */
export type SummedLink = { title: string; address: string; shown: Act[] };

export type SummedVersion = {
  number: string;
  removed_at: string | null;
  seen: Act[];
  files: SummedFile[];
  links: SummedLink[];
};

/** Summary of a ledger by version, file and promise; entries beyond the bound are only counted. */
export type ReceiptSummary = { versions: SummedVersion[]; promises: SummedPromise[]; more: number };

/** Sums up a ledger line by line, so that no more of it is held than a PDF shows. */
export function createSummary(people: readonly ReceiptPerson[]) {
  const names = new Map(people.map(({ person, name }) => [person, name]));
  const versions = new Map<number, SummedVersion>();
  const files = new Map<number, SummedFile>();
  /** Links by id and address, because a link may lead elsewhere later. */
  const links = new Map<string, SummedLink>();
  let more = 0;
  const promises = createPromises();
  const add = (at: string, fact: LedgerFact) => {
    promises.add(at, fact);
    if (fact.kind === 'version_ready') {
      // A version may have been removed and added again, with its files behind it.
      const existing = versions.get(fact.version_id);
      for (const file of existing?.files ?? []) file.removed_at ??= existing?.removed_at ?? null;
      if (existing) Object.assign(existing, { number: fact.version, removed_at: null });
      else if (versions.size < MOST_FILES)
        versions.set(fact.version_id, {
          number: fact.version,
          removed_at: null,
          seen: [],
          files: [],
          links: [],
        });
    }
    if (fact.kind === 'version_removed') {
      const version = versions.get(fact.version_id);
      if (version) version.removed_at = at;
    }
    if (fact.kind === 'file_added') {
      const version = versions.get(fact.version_id);
      const existing = files.get(fact.file_id);
      if (existing) Object.assign(existing, { name: fact.file, removed_at: null });
      else if (!version || files.size >= MOST_FILES) more += 1;
      else {
        const { file: name, size, sha256 } = fact;
        const file: SummedFile = { name, size, sha256, added_at: at, removed_at: null, downloads: [] };
        files.set(fact.file_id, file);
        version.files.push(file);
      }
    }
    if (fact.kind === 'file_removed') {
      const file = files.get(fact.file_id);
      if (file) file.removed_at = at;
    }
    if (fact.kind === 'downloaded' || fact.kind === 'handed_to_store') {
      const { downloads = [] } = files.get(fact.file_id) ?? {};
      const act = {
        name: names.get(fact.person) ?? null,
        at,
        device: fact.device,
        isHanded: fact.kind === 'handed_to_store',
      };
      if (downloads.length < MOST_ACTS) downloads.push(act);
    }
    if (fact.kind === 'link_shown') {
      const key = `${fact.link_id} ${fact.address}`;
      const version = versions.get(fact.version_id);
      const link = links.get(key) ?? { title: fact.link, address: fact.address, shown: [] };
      if (link.shown.length < MOST_ACTS)
        link.shown.push({ name: names.get(fact.person) ?? null, at, device: '' });
      if (version && !links.has(key) && links.size < MOST_FILES) {
        links.set(key, link);
        version.links.push(link);
      }
    }
    if (fact.kind === 'seen' && fact.file_id === undefined) {
      const { seen = [] } = versions.get(fact.version_id) ?? {};
      if (seen.length < MOST_ACTS) seen.push({ name: names.get(fact.person) ?? null, at, device: '' });
    }
  };
  return {
    addLine(line: string): void {
      const { at, ...fact } = JSON.parse(line) as LedgerFact & { at: string };
      add(at, fact);
    },
    summary: (): ReceiptSummary => ({ versions: [...versions.values()], promises: promises.all(), more }),
  };
}
