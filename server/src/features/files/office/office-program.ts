import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { type Program, runLimited } from '../../../sandbox/limited-process.ts';
import { programFolders } from '../thumbnails/system-tools.ts';
import type { OfficeFormat } from './office-formats.ts';

/** The document is held in memory besides what LibreOffice makes of it. */
export const MAX_OFFICE_BYTES = 64 * 1024 * 1024;

/** LibreOffice starts slowly, and lays out hundreds of pages before it writes the first. */
const PROCESSOR_SECONDS = 60;
const MILLISECONDS = 180_000;
/** Most bytes that LibreOffice writes in its room: settings, temporary files and the pages. */
const ROOM_BYTES = 192 * 1024 * 1024;

/**
 * All that LibreOffice finds of this machine, for reading only: programs, libraries, fonts and its own settings. Never a
 * whole /usr, in which some keep their data.
 */
const SHOWN = [
  '/usr/bin /usr/lib /usr/lib32 /usr/lib64 /usr/share /usr/local/share/fonts',
  '/bin /lib /lib32 /lib64 /etc/fonts /etc/libreoffice /etc/alternatives /etc/ld.so.cache /var/cache/fontconfig',
].flatMap((paths) => paths.split(' '));

/** Nothing is shared, and no rights are left; what runs in the room ends with it. */
const ROOM = '--unshare-all --die-with-parent --new-session --cap-drop ALL --clearenv'.split(' ');
const ENVIRONMENT = '--setenv PATH /usr/bin --setenv HOME /work --setenv LC_ALL C.UTF-8'.split(' ');
/** An empty /tmp, mounted before the folders that are shown, which may lie in it. */
const TEMPORARY = ['--size', String(ROOM_BYTES), '--tmpfs', '/tmp'];
const WORK = `--proc /proc --dev /dev --size ${ROOM_BYTES} --tmpfs /work --chdir /work`.split(' ');

type Setting = [path: string, name: string, value: string];

/** No macros, however they are signed; no links that are followed; and no way out by a proxy that is not there. */
const SETTINGS: readonly Setting[] = [
  ['org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['org.openoffice.Office.Writer/Content/Update', 'Link', '0'],
  ['org.openoffice.Office.Calc/Content/Update', 'Link', '2'],
  ['org.openoffice.Inet/Settings', 'ooInetProxyType', '1'],
];

function settingsFile(): string {
  const items = SETTINGS.map(
    ([at, name, value]) =>
      `<item oor:path="/${at}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  return `<?xml version="1.0"?><oor:items xmlns:oor="http://openoffice.org/2001/registry">${items.join('')}</oor:items>`;
}

/** Writes the pages to the standard output, and what LibreOffice prints to the standard error. */
const CONVERT = [
  'mkdir -p profile/user && printf %s "$1" > profile/user/registrymodifications.xcu',
  '"$2" --headless --norestore --nolockcheck --nodefault -env:UserInstallation=file:///work/profile --infilter="$4" --convert-to "pdf:$5" --outdir out "document.$3" >&2',
  'cat out/document.pdf',
].join(' && ');

/**
 * LibreOffice in a room of its own, made by bubblewrap, in which there is nothing of this machine but programs, no network
 * and nothing to write to but memory: documents may lead to files and addresses, and LibreOffice follows them. Undefined
 * where one of both is not installed.
 */
export function officeProgram(
  { extension, reader, writer }: OfficeFormat,
  folders: readonly string[] = programFolders(),
): Program | undefined {
  const [office, room] = ['soffice', 'bwrap'].map((name) =>
    folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file)),
  );
  if (office === undefined || room === undefined) return undefined;
  const program = realpathSync(office);
  const installation = path.dirname(path.dirname(program));
  const shown = [...SHOWN, installation].flatMap((folder) => ['--ro-bind-try', folder, folder]);
  return {
    command: room,
    args: () => [
      ...ROOM,
      ...ENVIRONMENT,
      ...TEMPORARY,
      ...shown,
      ...WORK,
      // The standard input, which is open for reading only.
      '--ro-bind-data',
      '0',
      `/work/document.${extension}`,
      '--',
      '/bin/sh',
      '-c',
      CONVERT,
      'sh',
      settingsFile(),
      program,
      extension,
      reader,
      writer,
    ],
    environment: {},
    processorSeconds: PROCESSOR_SECONDS,
    milliseconds: MILLISECONDS,
  };
}

/** Whether there are programs that make pages of office documents. */
export function isOfficeShown(folders?: readonly string[]): boolean {
  return officeProgram({ extension: 'odt', reader: '', writer: 'writer_pdf_Export' }, folders) !== undefined;
}

/** The pages of an office document as a pdf; rejects where they cannot be made. */
export async function convertToPdf(
  file: string,
  format: OfficeFormat,
  folders?: readonly string[],
): Promise<Buffer> {
  const program = officeProgram(format, folders);
  if (!program) throw new Error('LibreOffice and bubblewrap are not installed');
  const pdf = await runLimited(file, program);
  if (pdf.toString('latin1', 0, 5) !== '%PDF-') throw new Error('LibreOffice wrote no pdf');
  return pdf;
}
