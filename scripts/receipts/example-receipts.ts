import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  type LedgerFact,
  ledgerLine,
  NO_LINE,
  personText,
} from '../../shared/src/rules/receipts/ledger-lines.ts';
import {
  MARK_DIGITS,
  receiptEnd,
  receiptHead,
  receiptPeople,
  withCommas,
} from '../../shared/src/rules/receipts/receipt-lines.ts';

export const keys = generateKeyPairSync('ed25519');
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export const publicText = (key: KeyObject) =>
  key.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');

/** A ledger of 20 files that one of two people downloaded each. */
export function ledger(beforeAll = NO_LINE): {
  lines: string[];
  people: { person: string; name: string; salt: string }[];
} {
  const people = ['deniz', 'ayşe'].map((name, index) => {
    const salt = sha256(`salt ${index}`).slice(0, 32);
    return { person: sha256(personText(salt, name)), name, salt };
  });
  const facts: LedgerFact[] = [
    { kind: 'ledger_begun', ledger: '6f1c', project: 7 },
    { kind: 'version_ready', version: '1.0', version_id: 3 },
  ];
  for (let file_id = 1; file_id <= 20; file_id += 1) {
    const file = { file: `ölçü ${file_id}.pdf`, file_id, sha256: sha256(`${file_id}`) };
    facts.push({ kind: 'file_added', ...file, version_id: 3, size: file_id * 1000 });
    facts.push({ kind: 'downloaded', ...file, person: people[file_id % 2]?.person ?? '', device: 'phone' });
  }
  let previous = beforeAll;
  const lines = facts.map((fact, index) => {
    const line = ledgerLine(index + 1, '2026-11-20T10:00:00.000Z', fact, previous);
    previous = sha256(line);
    return line;
  });
  return { lines, people };
}

/** Facts from two other installations, one of them unnamed. */
const IMPORTED = {
  not_attested: 'From another installation, not attested here',
  from: [
    {
      freelancer: 'ada',
      installation: 'old.example',
      brought_at: '2026-11-19T10:00:00.000Z',
      looks: 3,
      downloads: 2,
    },
    { freelancer: null, installation: null, brought_at: '2026-11-19T10:00:00.000Z', looks: 4, downloads: 0 },
  ],
};

/** Lines above the statement of a receipt; an authority has confirmed its first `stamped` entries. */
export function aboveOf({ lines, people }: ReturnType<typeof ledger>, stamped = 0): string[] {
  const about = { project: { id: 7, name: 'Kış' }, freelancer: 'ada', not_proven: 'Much.' };
  const head = sha256(lines[stamped - 1] ?? '');
  const stamp = { entries: stamped, head, at: '2026-11-21T09:00:00.000Z', token: 'MIIE' };
  const end = stamped > 0 ? receiptPeople(people, { stamp }) : receiptPeople(people);
  return [...receiptHead(about), ...withCommas(lines), ...end];
}

/** A receipt with these lines above its statement, which is signed rightly whatever they and it say. */
export function signed(above: readonly string[], says: object, { publicKey, privateKey } = keys): string {
  const key = publicText(publicKey);
  const statement = JSON.stringify({
    made_at: '2026-11-21T10:00:00.000Z',
    ledger: '6f1c',
    above: sha256(above.map((line) => `${line}\n`).join('')),
    lines: above.map((line) => sha256(line).slice(0, MARK_DIGITS)).join(''),
    key,
    ...says,
  });
  const signature = sign(null, Buffer.from(statement), privateKey).toString('base64');
  return [...above, ...receiptEnd(statement, sha256(statement), signature, key)].join('\n');
}

export function receiptOf(given: ReturnType<typeof ledger>, pair = keys, stamped = 0): string {
  return signed(aboveOf(given, stamped), saysOf(given), pair);
}

export function saysOf({ lines }: ReturnType<typeof ledger>): { entries: number; head: string } {
  return { entries: lines.length, head: sha256(lines.at(-1) ?? '') };
}

/** Receipt with facts imported from other installations. */
export function importedReceipt(pair = keys, stamped = 0): string {
  const given = ledger();
  const above = aboveOf(given, stamped);
  const brought = receiptPeople(given.people, { brought: IMPORTED }).at(-1) ?? '';
  return signed(above.toSpliced(above.length - (stamped > 0 ? 1 : 0), 0, brought), saysOf(given), pair);
}

export const RECEIPT = receiptOf(ledger());
export const STAMPED = receiptOf(ledger(), keys, 30);
