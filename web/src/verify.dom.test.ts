import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ledgerLine, NO_LINE } from '@vitrin/shared/rules/receipts/ledger-lines.ts';
import {
  MARK_DIGITS,
  receiptEnd,
  receiptHead,
  receiptPeople,
} from '@vitrin/shared/rules/receipts/receipt-lines.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { type FakeAnswer, fakeServer } from './testing/fake-server.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const KEY = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const ENTRY = ledgerLine(
  1,
  '2026-11-20T10:00:00.000Z',
  { kind: 'ledger_begun', ledger: '6f1c', project: 7 },
  NO_LINE,
);
const HEAD = sha256(ENTRY);
const WITHDRAWN_AT = '2026-11-22T00:00:00.000Z';
const STAMP = { entries: 1, head: HEAD, at: '2026-11-21T09:00:00.000Z', token: 'MIIE' };
const IMPORTED = {
  not_attested: 'From another installation, not attested here',
  from: [
    { freelancer: 'ada', installation: 'old.example', brought_at: WITHDRAWN_AT, looks: 3, downloads: 2 },
  ],
};

function receipt(more: Parameters<typeof receiptPeople>[1] = {}): string {
  const about = { project: { id: 7, name: 'Kış' }, freelancer: 'ada', not_proven: 'Much.' };
  const above = [...receiptHead(about), ENTRY, ...receiptPeople([], more)];
  const statement = JSON.stringify({
    made_at: '2026-11-20T11:00:00.000Z',
    ledger: '6f1c',
    entries: 1,
    head: HEAD,
    above: sha256(above.map((line) => `${line}\n`).join('')),
    lines: above.map((line) => sha256(line).slice(0, MARK_DIGITS)).join(''),
    key: KEY,
  });
  const signature = sign(null, Buffer.from(statement), privateKey).toString('base64');
  return [...above, ...receiptEnd(statement, sha256(statement), signature, KEY)].join('\n');
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Chooses a receipt on the page; resolves to the page's verdict, if it is good, and the requested paths. */
async function checked(
  text: string,
  {
    language = 'en',
    withdrawn_at = null,
    line = {},
  }: { language?: string; withdrawn_at?: string | null; line?: FakeAnswer } = {},
) {
  const keys = [{ public_key: KEY, created_at: '2026-11-20T10:00:00.000Z', withdrawn_at }];
  const requests = fakeServer({
    'GET /api/receipt-keys/': { body: { keys } },
    'GET /api/ledger-lines/': { status: 404, ...line },
  });
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language);
  const [, body = ''] = /<body>([^]*)<\/body>/.exec(readFileSync('web/verify.html', 'utf8')) ?? [];
  document.body.innerHTML = body;
  vi.resetModules();
  await import('./verify.ts');
  const input = document.querySelector<HTMLInputElement>('#file');
  const result = document.querySelector<HTMLElement>('#result');
  if (!input || !result) throw new Error('The page has no field');
  Object.defineProperty(input, 'files', { value: [{ text: async () => text }] });
  input.dispatchEvent(new Event('change'));
  await vi.waitFor(() => expect(result.textContent).toMatch(/\n/), 20_000);
  return {
    words: result.textContent,
    state: result.dataset['state'],
    asked: requests.map(({ path }) => path),
  };
}

test.each([
  ['en', 'It was signed by this installation.', 'WITHDRAWN'],
  ['tr', 'Bu kurulum tarafından imzalanmış.', 'GERİ'],
])(
  'a receipt of a key that was not withdrawn is good, and asks for nothing but keys, in %s',
  async (language, words, not) => {
    const shown = await checked(receipt(), { language });
    expect(shown).toMatchObject({ state: 'good', asked: ['/api/receipt-keys/'] });
    expect(shown.words).toContain(words);
    expect(shown.words).not.toContain(not);
  },
);

test.each([
  ['en', 'a key of this installation that was WITHDRAWN: since November 22, 2026', 'do not trust it'],
  ['tr', 'Bu kurulumun GERİ ÇEKİLMİŞ bir anahtarıyla imzalanmış: 22 Kasım 2026', 'güvenmeyin'],
])(
  'a receipt of a withdrawn key without confirmation is invalid, in %s',
  async (language, withdrawn, not) => {
    const shown = await checked(receipt(), { language, withdrawn_at: WITHDRAWN_AT });
    expect(shown.state).toBe('bad');
    expect(shown.words).toContain(withdrawn);
    expect(shown.words).toContain(not);
    expect(shown.asked).toEqual(['/api/receipt-keys/', `/api/ledger-lines/?project=7&number=1&hash=${HEAD}`]);
  },
);

test.each([
  ['en', 'Its entries hold all the same', 'are not confirmed'],
  ['tr', 'Kayıtları yine de geçerli', 'doğrulanmamıştır'],
])(
  'its entries hold where the ledger here has the last one from before, in %s',
  async (language, hold, but) => {
    const line = { status: 200, body: { hash: HEAD, at: '2026-11-21T23:59:59.999Z' } };
    const shown = await checked(receipt(), { language, withdrawn_at: WITHDRAWN_AT, line });
    expect(shown.state).toBe('good');
    expect(shown.words).toContain(hold);
    expect(shown.words).toContain(but);
  },
);

test('an entry of the very moment, another entry, and a failed answer confirm nothing', async () => {
  for (const line of [
    { status: 200, body: { hash: HEAD, at: WITHDRAWN_AT } },
    { status: 200, body: { hash: sha256('another'), at: '2026-11-20T10:00:00.000Z' } },
    { status: 503 },
  ])
    expect((await checked(receipt(), { withdrawn_at: WITHDRAWN_AT, line })).state).toBe('bad');
});

test.each([
  ['en', 'Only the first 1 may be valid, if openssl verifies the time stamp'],
  ['tr', 'Yalnızca ilk 1 kayıt, openssl zaman damgasını doğrularsa'],
])('a stamp from before the withdrawal has to be verified by openssl, in %s', async (language, words) => {
  const shown = await checked(receipt({ stamp: STAMP }), { language, withdrawn_at: WITHDRAWN_AT });
  expect(shown.state).toBe('');
  expect(shown.words).toContain(words);
  const later = await checked(receipt({ stamp: STAMP }), { language, withdrawn_at: STAMP.at });
  expect(later.state).toBe('bad');
});

test.each([
  [
    'en',
    'From another installation, not attested here, and apart from the entries: looks 3, complete downloads 2.',
  ],
  ['tr', 'Başka bir kurulumdan, burada doğrulanmamış, kayıtlardan ayrı: bakış 3, tamamlanan indirme 2.'],
])('imported facts are summed up as not attested, in %s', async (language, words) => {
  expect((await checked(receipt({ brought: IMPORTED }), { language })).words).toContain(words);
});
