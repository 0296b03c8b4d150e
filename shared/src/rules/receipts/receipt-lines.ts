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

/** Digits of a line's hash in the statement: enough to name the line; that nothing differs is for `above` to say. */
export const MARK_DIGITS = 8;

/** Signed part of a receipt. */
export type ReceiptStatement = {
  made_at: string;
  ledger: string;
  /** Number of entries, and the SHA-256 of the last one. */
  entries: number;
  head: string;
  /** SHA-256 of all lines above, each with its line end. */
  above: string;
  /** The beginnings of the SHA-256 of each line above, one after the other. */
  lines: string;
  /** The public key, which shows whether it or the signature was altered. */
  key: string;
};

/** Confirmation by a time-stamping authority (RFC 3161). */
export type ReceiptStamp = {
  /** Number of confirmed entries, and the SHA-256 of the last of them, which the timestamp covers. */
  entries: number;
  head: string;
  /** The time that the authority gave; the token in base64 says it too. */
  at: string;
  token: string;
};

/** Facts that came from other installations, which this one saw nothing of and does not attest. */
export type ReceiptBrought = {
  /** That they are not attested, in words. */
  not_attested: string;
  from: {
    /** Name from the archive; null if the archive has none. */
    freelancer: string | null;
    installation: string | null;
    brought_at: string;
    looks: number;
    /** Files that were complete there, by customer and device. */
    downloads: number;
  }[];
};

export type ReceiptPerson = { person: string; name: string; salt: string };

/** The lines before those of the ledger. */
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

/** The lines between those of the ledger and the statement. */
export function receiptPeople(
  people: readonly ReceiptPerson[],
  { brought, stamp }: { brought?: ReceiptBrought | undefined; stamp?: ReceiptStamp | undefined } = {},
): string[] {
  const lines = people.map(({ person, name, salt }) => JSON.stringify({ person, name, salt }));
  const apart = brought ? [`"brought": ${JSON.stringify(brought)},`] : [];
  const stamped = stamp ? [`"stamp": ${JSON.stringify(stamp)},`] : [];
  return ['],', '"people": [', ...withCommas(lines), '],', ...apart, ...stamped];
}

export function withCommas(lines: readonly string[]): string[] {
  return lines.map((line, index) => (index < lines.length - 1 ? `${line},` : line));
}

/** The lines below all others. `of` is the SHA-256 of the statement; the signature and the key are in base64. */
export function receiptEnd(statement: string, of: string, signature: string, publicKey: string): string[] {
  return [
    `"statement": ${statement},`,
    `"signature": ${JSON.stringify({ of, ed25519: signature })},`,
    `"public_key": ${JSON.stringify(publicKey)}`,
    '}',
    '',
  ];
}
