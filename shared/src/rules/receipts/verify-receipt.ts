import { NO_LINE, personText } from './ledger-lines.ts';
import {
  MARK_DIGITS,
  receiptEnd,
  RECEIPT_FORMAT,
  type ReceiptPerson,
  type ReceiptStamp,
  type ReceiptStatement,
} from './receipt-lines.ts';

export type ReceiptTools = {
  sha256: (text: string) => string | Promise<string>;
  /** True for a valid Ed25519 signature (base64) of a text; false for malformed values. */
  isSigned: (text: string, signature: string, publicKey: string) => boolean | Promise<boolean>;
};

type Verified = {
  isGenuine: true;
  project: string;
  /** Id of the project; 0 if the receipt has no valid id. */
  project_id: number;
  freelancer: string;
  entries: number;
  head: string;
  made_at: string;
  public_key: string;
  /** Time stamp as stated in the receipt; `openssl ts` can check its token. */
  stamp: ReceiptStamp | undefined;
  /** Facts of other installations, which this one does not attest. */
  brought: ImportedSum | undefined;
};

/** Numbers of imported views and complete downloads, and of the installations they come from. */
export type ImportedSum = { looks: number; downloads: number; from: number };

/** First altered line, or the number behind the last if one is missing. */
type Altered = { isGenuine: false; line: number };

/**
 * Checks a receipt. A validly signed statement shows the first altered line by comparing every line; otherwise the
 * order of lines and the chain of hashes show how far the text can be right.
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
 * Base64 of 64 and 32 bytes in canonical form: decoders ignore the last bits (RFC 4648, 3.5), so others would equal it.
 */
const SIGNATURE = /^[A-Za-z0-9+/]{85}[AQgw]==$/;
const PUBLIC_KEY = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

type End = { statement: string; signature: { of: string; ed25519: string }; publicKey: string };

/** Lines with the signature at any position; undefined if one is missing or malformed. */
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
  // With enough time a line with the same short mark can be found; this hash then differs without showing which line.
  const above = lines.slice(0, count).map((line) => `${line}\n`);
  if ((await sha256(above.join(''))) !== signed.above) return { broken: 1 };
  const isSame = walked.head === signed.head && walked.entries === signed.entries;
  return isSame ? { stamp: walked.stamp, brought: walked.brought } : { broken: count + 1 };
}

const HEAD = ['format', 'project', 'freelancer', 'not_proven'] as const;

/** First line that cannot be right, without a valid signature. */
async function firstBroken(lines: readonly string[], tools: Pick<ReceiptTools, 'sha256'>): Promise<number> {
  const walked = await walk(lines, tools);
  return 'broken' in walked ? walked.broken : brokenEnd(lines, walked.end, tools);
}

type Walked =
  | { broken: number }
  | ({ end: number; entries: number; head: string } & Pick<Verified, 'stamp' | 'brought'>);

/** Checks order and chain of the lines above the statement: the first broken line, or the statement's index. */
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
    // The line before was altered, since this one still has its original hash.
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

/** Totals of imported facts; undefined for an invalid list. Invalid numbers count as 0. */
function sumOf(value: unknown): ImportedSum | undefined {
  const { from } = (value ?? {}) as { from?: unknown };
  if (!Array.isArray(from)) return undefined;
  const sum = (name: 'looks' | 'downloads') =>
    from.reduce<number>(
      (total, origin: Partial<Record<typeof name, unknown>> | null) => total + (Number(origin?.[name]) || 0),
      0,
    );
  return { looks: sum('looks'), downloads: sum('downloads'), from: from.length };
}

/** Broken line among statement, signature and key, from index `first`: each contains a hash or key of another. */
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

function valueOf(line: string | undefined, name: string, mark = ','): string | undefined {
  const start = `"${name}": `;
  if (!line?.startsWith(start) || !line.endsWith(mark)) return undefined;
  return line.slice(start.length, line.length - mark.length);
}

/** True if a statement has the fields that are read; comparison checks the others. */
function isStatement(value: unknown): value is ReceiptStatement {
  const { lines, entries, made_at } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof lines === 'string' &&
    lines.length % MARK_DIGITS === 0 &&
    typeof entries === 'number' &&
    typeof made_at === 'string'
  );
}

function parse(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
