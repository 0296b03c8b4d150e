import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Pdf from 'pdfkit';
import { type MessageKey, translate } from '../../../../i18n/messages.ts';
import type { PdfRequest } from '../make-pdf.ts';
import type { SummedPromise } from '../promise-summary.ts';
import type { Act, SummedFile, SummedLink, SummedVersion } from '../receipt-summary.ts';

/** This program draws a PDF from a file with the request as JSON, in the sandbox, as a logo was once a stranger's file. */
const [, , input = ''] = process.argv;

const MOST_PAGES = 20;
/** Characters that are written of the address of a link; the JSON has it whole. */
const MOST_ADDRESS = 200;
const MARGIN = 50;
/** Points that a logo is drawn into, above the title. */
const LOGO = { width: 160, height: 48 };
/** Room at the foot of the last page for what the receipt does not prove. */
const LAST_WORDS = 190;

const request = JSON.parse(readFileSync(input, 'utf8')) as PdfRequest;
type NameOf<Key> = Key extends `delivery_receipt.${infer Name}` ? Name : never;
const t = (name: NameOf<MessageKey>, values: Record<string, string | number> = {}) =>
  translate(request.language, `delivery_receipt.${name}`, values);
const times = new Intl.DateTimeFormat(request.language, {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
});
const timeOf = (at: string) => `${times.format(new Date(at))} UTC`;

/** Days have no time zone, so they are formatted in UTC. */
const days = new Intl.DateTimeFormat(request.language === 'en' ? 'en-GB' : request.language, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
// English sets a comma behind the weekday where there is a year, and none where there is not.
const dayOf = (day: string) => days.format(new Date(day)).replace(',', '');
const weekdays = new Intl.DateTimeFormat(request.language === 'en' ? 'en-GB' : request.language, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});
const weekdayOf = (at: string) => `${weekdays.format(new Date(at))} UTC`;

const fontFile = (name: string) => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));

const document = new Pdf({
  size: 'A4',
  margin: MARGIN,
  bufferPages: true,
  lang: request.language,
  info: { Title: `${t('title')}: ${request.project}`, Author: request.freelancer, Creator: 'Vitrin' },
});
document.registerFont('plain', fontFile('DejaVuSans'));
document.registerFont('bold', fontFile('DejaVuSans-Bold'));
document.pipe(process.stdout);
write();
document.end();

function write(): void {
  const { project, freelancer, made_at, ledger, entries, head, stamp, summary, address } = request;
  writeLogo();
  line(t('title'), { font: 'bold', size: 20 });
  line(project, { font: 'bold', size: 13 });
  line(t('by', { freelancer }));
  line(t('made_at', { time: timeOf(made_at) }));
  line(t('ledger', { ledger, entries }), { size: 8, before: 6 });
  line(head, { size: 8 });
  if (stamp) line(t('stamped', { entries: stamp.entries, time: timeOf(stamp.at) }), { size: 8 });
  writePromises(summary.promises);
  let left = summary.versions.reduce((count, { files }) => count + files.length, 0);
  for (const version of summary.versions) left -= writeVersion(version);
  if (left + summary.more > 0) line(t('more', { count: left + summary.more }), { before: 10 });
  writeImported();
  line(t('limits'), { font: 'bold', size: 11, before: 18 });
  line(t('not_proven'));
  line(t('check', { address }), { before: 6 });
  numberPages();
}

function writePromises(promises: readonly SummedPromise[]): void {
  if (promises.length === 0) return;
  line(t('promises'), { font: 'bold', size: 11, before: 14 });
  for (const promise of promises) if (hasRoom(28)) line(promiseText(promise));
}

function promiseText({ milestone, version, day, before, ...end }: SummedPromise): string {
  const what = milestone ?? (version === null ? t('next_version') : t('version', { number: version }));
  const moved = before.length > 0 ? ` ${t('promised_before', { days: before.map(dayOf).join(', ') })}` : '';
  const values = { what, day: `${dayOf(day)}${moved}` };
  if (end.delivered_at !== null) return t('delivered', { ...values, time: weekdayOf(end.delivered_at) });
  if (end.withdrawn_at !== null) return t('withdrawn', { ...values, time: weekdayOf(end.withdrawn_at) });
  return t('promised', values);
}

function writeImported(): void {
  if (request.brought.length === 0) return;
  line(t('not_attested'), { font: 'bold', size: 11, before: 14 });
  for (const { freelancer, installation, brought_at, looks, downloads } of request.brought) {
    const from = [freelancer, installation].filter((name) => name !== null).join(', ') || '?';
    if (hasRoom(30)) line(t('brought', { from, time: timeOf(brought_at), looks, downloads }));
  }
}

function writeLogo(): void {
  if (!request.logo) return;
  document.image(Buffer.from(request.logo, 'base64'), MARGIN, MARGIN, { fit: [LOGO.width, LOGO.height] });
  document.y = MARGIN + LOGO.height + 12;
}

/** Writes as much of a version as the pages hold; returns how many files that were. */
function writeVersion({ number, removed_at, seen, files, links }: SummedVersion): number {
  if (!hasRoom(60)) return 0;
  line(t('version', { number }), { font: 'bold', size: 11, before: 14 });
  if (removed_at !== null) line(t('removed', { time: timeOf(removed_at) }));
  for (const act of seen) if (hasRoom(14)) line(t('seen', actValues(act)));
  let written = 0;
  for (const file of files) {
    if (!hasRoom(60 + 14 * file.downloads.length + 12 * Math.ceil(file.name.length / 60))) return written;
    writeFile(file);
    written += 1;
  }
  for (const link of links) writeLink(link);
  return written;
}

function writeFile({ name, size, sha256, added_at, removed_at, downloads }: SummedFile): void {
  line(name, { font: 'bold', before: 8 });
  line(t('added', { size: new Intl.NumberFormat(request.language).format(size), time: timeOf(added_at) }));
  line(`SHA-256 ${sha256}`, { size: 8 });
  if (removed_at !== null) line(t('removed', { time: timeOf(removed_at) }));
  for (const act of downloads) line(t(act.isHanded ? 'handed' : 'downloaded', actValues(act)));
  if (downloads.every(({ isHanded }) => isHanded)) line(t('not_downloaded'));
}

/** Writes a link that customers opened; one without room is in the JSON. */
function writeLink({ title, address, shown }: SummedLink): void {
  const text = address.length > MOST_ADDRESS ? `${address.slice(0, MOST_ADDRESS)}…` : address;
  if (!hasRoom(60 + 14 * shown.length)) return;
  line(title, { font: 'bold', before: 8 });
  line(text, { size: 8 });
  for (const act of shown) line(t('link_shown', actValues(act)));
}

function actValues({ name, at, device }: Act) {
  const isNamed = device === 'phone' || device === 'tablet' || device === 'computer';
  return { who: name ?? t('erased'), time: timeOf(at), device: isNamed ? t(device) : device };
}

type Style = { font?: 'plain' | 'bold'; size?: number; before?: number };

function line(text: string, { font = 'plain', size = 9.5, before = 0 }: Style = {}): void {
  const at = document.y + before;
  document.font(font).fontSize(size);
  const width = document.page.width - 2 * MARGIN;
  const height = document.heightOfString(text, { width });
  if (at + height > document.page.height - MARGIN) {
    document.addPage();
    document.text(text, MARGIN, MARGIN, { width });
  } else document.text(text, MARGIN, at, { width });
}

/** True if so many points fit on the permitted pages, before the last words. */
function hasRoom(points: number): boolean {
  const { count } = document.bufferedPageRange();
  if (count < MOST_PAGES) return true;
  return document.y + points < document.page.height - MARGIN - LAST_WORDS;
}

function numberPages(): void {
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    // Below the margin, where text would begin another page.
    document.page.margins.bottom = 0;
    document.font('plain').fontSize(8);
    document.text(t('page', { page: page + 1, count }), MARGIN, document.page.height - 32, {
      width: document.page.width - 2 * MARGIN,
      align: 'right',
      lineBreak: false,
    });
  }
}
