import type { LedgerLine, ReceiptKeys } from '@vitrin/shared/contract/receipts.ts';
import { type ReceiptTools, verifyReceipt } from '@vitrin/shared/rules/receipts/verify-receipt.ts';
import { ledgerLinePath, trustOf } from '@vitrin/shared/rules/receipts/withdrawn-keys.ts';
import './verify.css';

/* Page that verifies a receipt, short enough to be audited: apart from the app, and the file stays in the browser. */

const TEXTS = {
  en: {
    title: 'Check a delivery receipt',
    lead: 'Choose the receipt as you received it, the file that ends in .json. It is checked in this browser and is not sent anywhere.',
    choose: 'Receipt',
    note: 'The receipt itself says what it does not prove. Without this page it can be checked with openssl.',
    checking: 'Checking…',
    altered: 'This receipt was altered. The first line that differs from what was signed is line {line}.',
    genuine: 'Unaltered: “{project}” by {freelancer}, {entries} entries, signed {time}.',
    stamped:
      'It says that a time-stamping authority confirmed the first {stamped} entries {stampTime}; npm run verify-receipt names the command of openssl that checks it.',
    brought:
      'From another installation, not attested here, and apart from the entries: looks {looks}, complete downloads {downloads}.',
    known: 'It was signed by this installation.',
    withdrawn:
      'It was signed with a key of this installation that was WITHDRAWN: since {since} others may have signed with it, and the time in the receipt proves nothing.',
    ledger:
      'Its entries hold all the same: the last one is in this installation’s own ledger, from {lineTime}. The names of project and freelancer, and everything else besides the entries, are not confirmed.',
    stamp:
      'This installation’s own ledger does not have its entries from before that. Only the first {stamped} may be valid, if openssl verifies the time stamp and its time is before that.',
    nothing: 'Nothing from before that time confirms its entries: do not trust it.',
    unasked:
      'It could not be determined whether this installation’s own ledger has its entries: do not trust it yet.',
    unknown: 'But it was NOT signed by this installation: its key was never used here. Key: {key}',
    unread: 'It could not be determined whether this installation signed it. Key: {key}',
    impossible: 'This browser cannot check signatures here. Use a newer one, over https.',
  },
  tr: {
    title: 'Teslim belgesini doğrulayın',
    lead: 'Belgeyi size geldiği gibi, .json ile biten dosya olarak seçin. Bu tarayıcıda doğrulanır, hiçbir yere gönderilmez.',
    choose: 'Belge',
    note: 'Neyi kanıtlamadığını belgenin kendisi söyler. Bu sayfa olmadan openssl ile de doğrulanabilir.',
    checking: 'Doğrulanıyor…',
    altered: 'Bu belge değiştirilmiş. İmzalandığı gibi olmayan ilk satır: {line}.',
    genuine: 'Değiştirilmemiş: “{project}”, teslim eden {freelancer}, {entries} kayıt, imza zamanı {time}.',
    stamped:
      'İlk {stamped} kaydı bir zaman damgası kurumunun {stampTime} onayladığını söylüyor; bunu doğrulayan openssl komutunu npm run verify-receipt yazar.',
    brought:
      'Başka bir kurulumdan, burada doğrulanmamış, kayıtlardan ayrı: bakış {looks}, tamamlanan indirme {downloads}.',
    known: 'Bu kurulum tarafından imzalanmış.',
    withdrawn:
      'Bu kurulumun GERİ ÇEKİLMİŞ bir anahtarıyla imzalanmış: {since} anından itibaren başkaları da bu anahtarla imzalamış olabilir; belgede yazan zaman bir şey kanıtlamaz.',
    ledger:
      'Kayıtları yine de geçerli: sonuncusu bu kurulumun kendi defterinde, {lineTime} zamanıyla duruyor. Proje ve teslim edenin adı ile kayıtların dışındaki her şey doğrulanmamıştır.',
    stamp:
      'Bu kurulumun kendi defterinde kayıtlar o andan önce yok. Yalnızca ilk {stamped} kayıt, openssl zaman damgasını doğrularsa ve damganın zamanı o andan önceyse geçerli olabilir.',
    nothing: 'O andan önce kayıtlarını doğrulayan bir şey yok: bu belgeye güvenmeyin.',
    unasked:
      'Kayıtların bu kurulumun kendi defterinde olup olmadığı öğrenilemedi: bu belgeye henüz güvenmeyin.',
    unknown:
      'Ancak bu kurulum tarafından İMZALANMAMIŞ: anahtarı burada kullanılanlardan biri değil. Anahtar: {key}',
    unread: 'Bu kurulum tarafından imzalanıp imzalanmadığı öğrenilemedi. Anahtar: {key}',
    impossible: 'Bu tarayıcı burada imza doğrulayamıyor. Daha yeni bir tarayıcıyı https ile kullanın.',
  },
};

const language = navigator.language.startsWith('tr') ? 'tr' : 'en';
const texts = TEXTS[language];

type State = 'good' | 'bad' | undefined;

function fill(text: string, values: Record<string, string | number>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}

const tools: ReceiptTools = {
  async sha256(text) {
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  },
  async isSigned(text, signature, publicKey) {
    const [key, signed] = [bytesOf(publicKey), bytesOf(signature)];
    if (key?.length !== 32 || signed?.length !== 64) return false;
    const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
    return crypto.subtle.verify('Ed25519', imported, signed, new TextEncoder().encode(text));
  },
};

/** Undefined unless it is base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

async function check(file: Blob): Promise<[State, string]> {
  const result = await verifyReceipt(await file.text(), tools);
  if (!result.isGenuine) return ['bad', fill(texts.altered, { line: result.line })];
  const { project, freelancer, entries, made_at, public_key: key, stamp, brought } = result;
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'medium' });
  const values = { project, freelancer, entries, time: time.format(new Date(made_at)) };
  const stamped = stamp && {
    stamped: stamp.entries,
    stampTime: time.format(new Date(stamp.at)),
  };
  const unaltered = fill(texts.genuine, values);
  const genuine = [
    unaltered,
    brought && fill(texts.brought, brought),
    stamped && fill(texts.stamped, stamped),
  ]
    .filter((part) => part !== undefined)
    .join('\n');
  const keys = await keysOfInstallation();
  if (keys === undefined) return [undefined, `${genuine}\n${fill(texts.unread, { key })}`];
  const known = keys.find(({ public_key }) => public_key === key);
  if (!known) return ['bad', `${genuine}\n${fill(texts.unknown, { key })}`];
  const since = known.withdrawn_at;
  if (since === null) return ['good', `${genuine}\n${texts.known}`];
  const withdrawn = `${genuine}\n${fill(texts.withdrawn, { since: time.format(new Date(since)) })}`;
  const line = await lineOfLedger(ledgerLinePath(result));
  if (line === undefined) return ['bad', `${withdrawn}\n${texts.unasked}`];
  const trust = trustOf(result, since, line ?? undefined);
  const times = { ...stamped, lineTime: line ? time.format(new Date(line.at)) : '' };
  return [STATES[trust], `${withdrawn}\n${fill(texts[trust], times)}`];
}

const STATES = { ledger: 'good', stamp: undefined, nothing: 'bad' } as const;

/** The last entry as this installation's ledger has it; null where it has none such, undefined where it cannot be asked. */
async function lineOfLedger(path: string): Promise<LedgerLine | null | undefined> {
  try {
    const answer = await fetch(path);
    if (answer.ok) return (await answer.json()) as LedgerLine;
    return answer.status === 404 || answer.status === 400 ? null : undefined;
  } catch {
    return undefined;
  }
}

/** The public keys with which this installation has signed; undefined where it cannot be asked. */
async function keysOfInstallation(): Promise<ReceiptKeys['keys'] | undefined> {
  try {
    return ((await (await fetch('/api/receipt-keys/')).json()) as ReceiptKeys).keys;
  } catch {
    return undefined;
  }
}

function show([state, words]: [State, string]): void {
  const result = document.querySelector<HTMLElement>('#result');
  if (!result) return;
  result.dataset['state'] = state ?? '';
  result.textContent = words;
}

document.documentElement.lang = language;
document.title = `${texts.title} · Vitrin`;
for (const element of document.querySelectorAll<HTMLElement>('[data-text]'))
  element.textContent = texts[element.dataset['text'] as keyof typeof texts];
const input = document.querySelector<HTMLInputElement>('#file');
// A file that was changed meanwhile can be chosen again.
input?.addEventListener('click', () => (input.value = ''));
input?.addEventListener('change', () => {
  const [file] = input.files ?? [];
  if (!file) return;
  show([undefined, texts.checking]);
  check(file).then(show, () => show(['bad', texts.impossible]));
});
