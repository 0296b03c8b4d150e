import { readdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MOST_MAILS } from '@vitrin/server/adapters/mail/outbox-mailer.ts';
import { sumAllDerived } from '@vitrin/server/features/files/sums.ts';
import { listTemporaryFolders } from '@vitrin/engine/sandbox/temporary-folders.ts';
import { type Finding, note, ok } from '../finding.ts';
import type { Installation } from '../installation.ts';
import { inUnits } from './units.ts';

/**
 * Names what an installation writes beside the files of people, how much of each there is, and what bounds it
 * (specification 12.17).
 */
export async function checkLeftovers({
  config,
  database,
}: Pick<Installation, 'config' | 'database'>): Promise<Finding[]> {
  const outbox = await measure(join(config.dataDir, 'outbox'));
  const folders = await listTemporaryFolders();
  const temporary = await Promise.all(folders.map((folder) => measure(folder)));
  const bytes = temporary.reduce((sum, one) => sum + one.bytes, 0);
  const mails = `The outbox holds ${outbox.files} mails (${inUnits(outbox.bytes)})`;
  return [
    outbox.files > 0 && config.smtpUrl !== undefined
      ? note(`${mails} of the time before SMTP_URL was set.`, 'Delete DATA_DIR/outbox if nobody needs them.')
      : ok(`${mails}, and never more than ${MOST_MAILS}.`),
    ok(
      `${folders.length} temporary folders of ${tmpdir()} hold ${inUnits(bytes)}; one that a killed server left goes after two days.`,
    ),
    ok(
      `Pictures and previews made of files take ${inUnits(await sumAllDerived(database()))}, within a budget for each freelancer.`,
    ),
    ok('The log goes to standard output, in lines of bounded length: what keeps it bounds how much is kept.'),
  ];
}

/** Files below a folder and their bytes; what is removed meanwhile, and a folder that is not there, count nothing. */
async function measure(folder: string): Promise<{ files: number; bytes: number }> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(absent);
  let [files, bytes] = [0, 0];
  for (const entry of entries ?? []) {
    const found = entry.isFile() && (await stat(join(entry.parentPath, entry.name)).catch(absent));
    if (!found) continue;
    files += 1;
    bytes += found.size;
  }
  return { files, bytes };
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'EACCES') throw error;
}
