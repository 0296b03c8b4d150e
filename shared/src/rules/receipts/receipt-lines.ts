/*
 * A receipt is JSON with one item on each line, in a fixed order, so that a line can be referred to by its number and
 * hashed with the tools of any system:
 *
 *   {
 *   "format": "vitrin receipt 1",
 *   "project": {"id": 7, "name": "..."},
 *   "freelancer": "...",
 *   "not_proven": "...",
 *   "entries": [
 *   the lines of the ledger, with a comma after all but the last
 *   ],
 *   "people": [
 *   the people behind the hashes, except for those erased
 *   ],
 *   "brought": {"not_attested": "...", "from": [...]},
 *   "stamp": {"entries": 9, "head": "...", "at": "...", "token": "..."},
 *   "statement": {"made_at": ..., "entries": 12, "head": "...", "above": "...", "lines": "..."},
 *   "signature": {"of": "...", "ed25519": "..."},
 *   "public_key": "..."
 *   }
 *
 * `brought` is present if other installations recorded facts about the project; these are not among the entries. `stamp`
 * is present if a time-stamping authority has confirmed the ledger or its beginning.
 */

export const RECEIPT_FORMAT = 'vitrin receipt 1';

/** Digits of a line's hash in the statement, enough to find an altered line; `above` proves the whole. */
export const MARK_DIGITS = 8;

export type ReceiptStatement = {
  made_at: string;
  ledger: string;
  entries: number;
  head: string;
  /** SHA-256 of all lines above, each with its line end. */
  above: string;
  /** Beginnings of the SHA-256 of each line above, one after the other. */
  lines: string;
  key: string;
};

export type ReceiptStamp = {
  entries: number;
  head: string;
  at: string;
  token: string;
};

/** Facts from other installations, which this one does not attest. */
export type ReceiptImports = {
  /** Statement in words that they are not attested. */
  not_attested: string;
  from: {
    freelancer: string | null;
    installation: string | null;
    brought_at: string;
    looks: number;
    downloads: number;
  }[];
};

export type ReceiptPerson = { person: string; name: string; salt: string };

export function receiptHead(about: {
  project: { id: number; name: string };
  freelancer: string;
  not_proven: string;
}): string[] {
  return [
    '{',
    `"format": ${JSON.stringify(RECEIPT_FORMAT)},`,
    `"project": ${JSON.stringify(about.project)},`,
    `"freelancer": ${JSON.stringify(about.freelancer)},`,
    `"not_proven": ${JSON.stringify(about.not_proven)},`,
    '"entries": [',
  ];
}

export function receiptPeople(
  people: readonly ReceiptPerson[],
  { brought, stamp }: { brought?: ReceiptImports | undefined; stamp?: ReceiptStamp | undefined } = {},
): string[] {
  const lines = people.map(({ person, name, salt }) => JSON.stringify({ person, name, salt }));
  const apart = brought ? [`"brought": ${JSON.stringify(brought)},`] : [];
  const stamped = stamp ? [`"stamp": ${JSON.stringify(stamp)},`] : [];
  return ['],', '"people": [', ...withCommas(lines), '],', ...apart, ...stamped];
}

export function withCommas(lines: readonly string[]): string[] {
  return lines.map((line, index) => (index < lines.length - 1 ? `${line},` : line));
}

/** Last lines. `of` is the SHA-256 of the statement; signature and key are in base64. */
export function receiptEnd(statement: string, of: string, signature: string, publicKey: string): string[] {
  return [
    `"statement": ${statement},`,
    `"signature": ${JSON.stringify({ of, ed25519: signature })},`,
    `"public_key": ${JSON.stringify(publicKey)}`,
    '}',
    '',
  ];
}
