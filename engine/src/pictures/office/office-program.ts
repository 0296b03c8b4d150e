import { realpathSync } from 'node:fs';
import path from 'node:path';
import { sandboxLevel } from '../../sandbox/levels.ts';
import { runLimited } from '../../sandbox/limited-process.ts';
import type { Program } from '../../sandbox/program.ts';
import { findProgram } from '../../sandbox/programs.ts';
import type { OfficeFormat } from './office-formats.ts';

/** The document is held in memory beside what LibreOffice makes of it. */
export const MAX_OFFICE_BYTES = 64 * 1024 * 1024;

/** LibreOffice starts slowly, and lays out hundreds of pages before it writes the first. */
const PROCESSOR_SECONDS = 60;
const MILLISECONDS = 180_000;
const ROOM_BYTES = 192 * 1024 * 1024;

/** Paths that LibreOffice's programs read besides libraries and fonts. */
const READ = '/usr/bin /bin /usr/share /etc/libreoffice'.split(' ');

type Setting = [path: string, name: string, value: string];

/** No macros, even signed ones, no links, and no connection around the proxy, which does not exist. */
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

const CONVERT = [
  'mkdir -p profile/user && printf %s "$1" > profile/user/registrymodifications.xcu',
  '"$2" --headless --norestore --nolockcheck --nodefault "-env:UserInstallation=file://$PWD/profile" --infilter="$4" --convert-to "pdf:$5" --outdir out "$3" >&2',
  'cat out/document.pdf',
].join(' && ');

/** LibreOffice in bubblewrap, since it follows links to files and addresses (docs/decisions/0126), if both work. */
function officeProgram({ extension, reader, writer }: OfficeFormat): Program | undefined {
  const office = findProgram('soffice');
  if (office === undefined || sandboxLevel() !== 'bubblewrap') return undefined;
  const program = realpathSync(office);
  return {
    level: 'bubblewrap',
    command: '/bin/sh',
    args: (input) => ['-c', CONVERT, 'sh', settingsFile(), program, input, reader, writer],
    environment: { PATH: '/usr/bin', HOME: '/tmp/work', LC_ALL: 'C.UTF-8' },
    reads: [...READ, path.dirname(path.dirname(program))],
    inputName: `document.${extension}`,
    workBytes: ROOM_BYTES,
    processorSeconds: PROCESSOR_SECONDS,
    milliseconds: MILLISECONDS,
  };
}

export function isOfficeShown(): boolean {
  return officeProgram({ extension: 'odt', reader: '', writer: 'writer_pdf_Export' }) !== undefined;
}

/** Converts an office document to a pdf; rejects if that fails. */
export async function convertToPdf(file: string, format: OfficeFormat): Promise<Buffer> {
  const program = officeProgram(format);
  if (!program) throw new Error('LibreOffice is not installed, or bubblewrap does not work');
  const pdf = await runLimited(file, program);
  if (pdf.toString('latin1', 0, 5) !== '%PDF-') throw new Error('LibreOffice wrote no pdf');
  return pdf;
}
