import { NO_LINE, personText } from './ledger-lines.ts';
import {
  MARK_DIGITS,
  receiptEnd,
  RECEIPT_FORMAT,
  type ReceiptPerson,
  type ReceiptStamp,
  type ReceiptStatement,
} from './receipt-lines.ts';

/** Hash and signature functions of the platform (browser or Node). */
export type ReceiptTools = {
  /** SHA-256 in hex, of the text in UTF-8. */
  sha256: (text: string) => string | Promise<string>;
  /**
   * True if the Ed25519 signature of a text is valid; key and signature in base64. False for anything
   * malformed.
   */
  isSigned: (text: string, signature: string, publicKey: string) => boolean | Promise<boolean>;
};

type Verified = {
  isGenuine: true;
  project: string;
  /** Id of the project; 0 where the receipt has none that can be one. */
  project_id: number;
  freelancer: string;
  entries: number;
  /** Hash of the last entry. */
  head: string;
  made_at: string;
  public_key: string;
  /** Confirmation by a time-stamping authority as stated in the receipt; `openssl ts` can check its token. */
  stamp: ReceiptStamp | undefined;
  /** Facts that other installations wrote down, and this one does not attest. */
  brought: BroughtSum | undefined;
};

/** Numbers of imported views and complete downloads, and of the installations they come from. */
export type BroughtSum = { looks: number; downloads: number; from: number };

/** The first line that is not as it was signed; it may be missing, and then stand behind the last one. */
type Altered = { isGenuine: false; line: number };

/**
 * Checks a receipt. Where its statement is signed rightly, every line is held against it, so that the first altered one
 * is named whatever else was altered. Where the statement itself was altered or is missing, the order of the lines and
 * the chain say how far the text can be right.
 */
export async function verifyReceipt(text: string, tools: ReceiptTools): Promise<Verified | Altered> {
  const lines = text.split('\n');
  const end = findEnd(lines);
  const isSigned =
    end !== undefined &&
    SIGNATURE.test(end.signature.ed25519) &&
    PUBLIC_KEY.test(end.publicKey) &&
    (await tools.isSigned(end.statement, end.signature.ed25519, end.publicKey));
  if (!isSigned) return { isGenuine: false, line: await firstBroken(lines, tools) };
  const signed = parse(end.statement) as ReceiptStatement | undefined;
  if (!isStatement(signed)) return { isGenuine: false, line: 1 };
  const held = await holdAgainst(lines, end, signed, tools);
  if ('broken' in held) return { isGenuine: false, line: held.broken };
  const project = parse(valueOf(lines[2], 'project')) as { id?: unknown; name?: string } | undefined;
  return {
    isGenuine: true,
    project: project?.name ?? '',
    project_id: Number.isInteger(project?.id) ? Number(project?.id) : 0,
    freelancer: (parse(valueOf(lines[3], 'freelancer')) as string | undefined) ?? '',
    entries: signed.entries,
    head: signed.head,
    made_at: signed.made_at,
    public_key: end.publicKey,
    stamp: held.stamp,
    brought: held.brought,
  };
}

/**
 * 64 and 32 bytes in base64, each in the one form that an encoder writes: a decoder leaves out the last bits of the last
 * character, so that several texts would be the same signature (RFC 4648, section 3.5).
 */
const SIGNATURE = /^[A-Za-z0-9+/]{85}[AQgw]==$/;
const PUBLIC_KEY = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

type End = { statement: string; signature: { of: string; ed25519: string }; publicKey: string };

/** The lines that hold the signature, wherever they stand; undefined where one is missing or malformed. */
function findEnd(lines: readonly string[]): End | undefined {
  const find = (name: string, mark = ',') =>
    lines.map((line) => valueOf(line, name, mark)).findLast((value) => value !== undefined);
  const statement = find('statement');
  const signature = parse(find('signature')) as End['signature'] | undefined;
  const publicKey = parse(find('public_key', '')) as string | undefined;
  if (statement === undefined || typeof publicKey !== 'string') return undefined;
  if (typeof signature?.of !== 'string' || typeof signature.ed25519 !== 'string') return undefined;
  return { statement, signature, publicKey };
}

/** Holds every line against the signed statement. */
async function holdAgainst(
  lines: readonly string[],
  { statement, signature, publicKey }: End,
  signed: ReceiptStatement,
  { sha256 }: ReceiptTools,
): Promise<{ broken: number } | Pick<Verified, 'stamp' | 'brought'>> {
  const count = signed.lines.length / MARK_DIGITS;
  for (const [at, line] of lines.slice(0, count).entries()) {
    const mark = signed.lines.slice(at * MARK_DIGITS, (at + 1) * MARK_DIGITS);
    if (!(await sha256(line)).startsWith(mark)) return { broken: at + 1 };
  }
  const end = receiptEnd(statement, await sha256(statement), signature.ed25519, publicKey);
  for (const [index, line] of end.entries())
    if (lines[count + index] !== line) return { broken: count + index + 1 };
  if (lines.length > count + end.length) return { broken: count + end.length + 1 };
  // A line altered before it was signed breaks the chain.
  const walked = await walk(lines, { sha256 });
  if ('broken' in walked) return walked;
  // Each line matches its short mark, but with enough time another line with the same mark can be found; this
  // hash then differs, without showing which line it is.
  const above = lines.slice(0, count).map((line) => `${line}\n`);
  if ((await sha256(above.join(''))) !== signed.above) return { broken: 1 };
  const isSame = walked.head === signed.head && walked.entries === signed.entries;
  return isSame ? { stamp: walked.stamp, brought: walked.brought } : { broken: count + 1 };
}

/** The names of the lines that stand alone at the beginning, with the mark behind them. */
const HEAD = ['format', 'project', 'freelancer', 'not_proven'] as const;

/** The first line that cannot be right, where no signature helps. */
async function firstBroken(lines: readonly string[], tools: Pick<ReceiptTools, 'sha256'>): Promise<number> {
  const walked = await walk(lines, tools);
  return 'broken' in walked ? walked.broken : brokenEnd(lines, walked.end, tools);
}

type Walked =
  | { broken: number }
  | ({ end: number; entries: number; head: string } & Pick<Verified, 'stamp' | 'brought'>);

/**
 * Holds the lines above the statement against their order and the chain: the number of the first that cannot be right,
 * or else the index of the statement.
 */
async function walk(lines: readonly string[], { sha256 }: Pick<ReceiptTools, 'sha256'>): Promise<Walked> {
  if (lines[0] !== '{') return { broken: 1 };
  let at = 1;
  for (const name of HEAD) {
    const value = parse(valueOf(lines[at], name));
    if (value === undefined || (name === 'format' && value !== RECEIPT_FORMAT)) return { broken: at + 1 };
    at += 1;
  }
  if (lines[at] !== '"entries": [') return { broken: at + 1 };
  at += 1;
  let head = NO_LINE;
  const hashes: string[] = [];
  for (let hasMore = true; hasMore; at += 1) {
    const line = lines[at] ?? '';
    hasMore = line.endsWith(',');
    const plain = hasMore ? line.slice(0, -1) : line;
    const entry = parse(plain) as { number?: unknown; previous?: unknown } | undefined;
    if (entry?.number !== hashes.length + 1) return { broken: at + 1 };
    // The line before was altered, since this one still names what it was.
    if (entry.previous !== head) return { broken: hashes.length === 0 ? at + 1 : at };
    head = await sha256(plain);
    hashes.push(head);
  }
  if (lines[at] !== '],') return { broken: at + 1 };
  if (lines[at + 1] !== '"people": [') return { broken: at + 2 };
  for (at += 2; lines[at] !== '],'; at += 1) {
    const line = lines[at] ?? '';
    const person = parse(line.endsWith(',') ? line.slice(0, -1) : line) as Partial<ReceiptPerson> | undefined;
    const text = personText(String(person?.salt), String(person?.name));
    if (person?.person !== (await sha256(text))) return { broken: at + 1 };
  }
  at += 1;
  const brought = sumOf(parse(valueOf(lines[at], 'brought')));
  if (brought) at += 1;
  const stamp = parse(valueOf(lines[at], 'stamp')) as ReceiptStamp | undefined;
  if (stamp) {
    if (hashes[stamp.entries - 1] !== stamp.head) return { broken: at + 1 };
    at += 1;
  }
  return { end: at, entries: hashes.length, head, stamp, brought };
}

/**
 * Totals of imported facts; undefined if `value` is no such list. Invalid numbers count as 0: the line was
 * signed, not checked.
 */
function sumOf(value: unknown): BroughtSum | undefined {
  const { from } = (value ?? {}) as { from?: unknown };
  if (!Array.isArray(from)) return undefined;
  const sum = (name: 'looks' | 'downloads') =>
    from.reduce<number>(
      (total, origin: Partial<Record<typeof name, unknown>> | null) => total + (Number(origin?.[name]) || 0),
      0,
    );
  return { looks: sum('looks'), downloads: sum('downloads'), from: from.length };
}

/**
 * Number of the broken line among statement, signature and public key, which start at index `first`: the signature
 * contains the hash of the statement, and the statement the public key.
 */
async function brokenEnd(
  lines: readonly string[],
  first: number,
  { sha256 }: Pick<ReceiptTools, 'sha256'>,
): Promise<number> {
  const statement = valueOf(lines[first], 'statement');
  if (statement === undefined) return first + 1;
  const signature = parse(valueOf(lines[first + 1], 'signature')) as
    | { of?: unknown; ed25519?: unknown }
    | undefined;
  if (typeof signature?.of !== 'string' || typeof signature.ed25519 !== 'string') return first + 2;
  const stated = parse(statement) as ReceiptStatement | undefined;
  if (signature.of !== (await sha256(statement)) || !isStatement(stated)) return first + 1;
  return parse(valueOf(lines[first + 2], 'public_key', '')) === stated.key ? first + 2 : first + 3;
}

/** The value of a line such as `"name": value,`. */
function valueOf(line: string | undefined, name: string, mark = ','): string | undefined {
  const start = `"${name}": `;
  if (!line?.startsWith(start) || !line.endsWith(mark)) return undefined;
  return line.slice(start.length, line.length - mark.length);
}

/**
 * True if a statement has the fields that are read; fields that are only compared are checked by comparison.
 */
function isStatement(value: unknown): value is ReceiptStatement {
  const { lines, entries, made_at } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof lines === 'string' &&
    lines.length % MARK_DIGITS === 0 &&
    typeof entries === 'number' &&
    typeof made_at === 'string'
  );
}

/** A value of JSON; undefined for what is none. */
function parse(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
