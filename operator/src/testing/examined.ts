import { inspectConfig } from '@vitrin/server/config/config.ts';
import type { PartFinding } from '../doctor/doctor.ts';
import type { Finding, Severity } from '../doctor/finding.ts';
import type { Installation } from '../doctor/installation.ts';
import { recountTextBytes } from '@vitrin/server/features/projects/sums.ts';
import type { TestApp } from '@vitrin/server/testing/test-app.ts';

const GIB = 1024 ** 3;

/** A disk on which half is free. */
export const ROOMY = { bavail: 50 * GIB, blocks: 100 * GIB, bsize: 1, files: 1000, ffree: 500 };

/** An installation for the doctor to look at: that of a test, with a roomy disk and no answers from DNS. */
export function installationOf(
  { config, db, context }: Pick<TestApp, 'config' | 'db' | 'context'>,
  changes: Partial<Installation> = {},
): Installation {
  return {
    inspection: inspectConfig({ DATA_DIR: config.dataDir }),
    config,
    database: () => db,
    storage: () => Promise.resolve(context.storage),
    dns: recordsOf({}),
    statfs: () => Promise.resolve(ROOMY),
    programFolders: [],
    isFfmpegPackaged: () => true,
    sandboxLevel: () => 'bubblewrap',
    now: () => new Date(),
    dkimSelectors: [],
    sendTestTo: undefined,
    ...changes,
  };
}

/** A resolver that knows these TXT records and no other names. */
export function recordsOf(records: Record<string, string[]>): Installation['dns'] {
  return {
    async resolveTxt(name) {
      const texts = records[name];
      if (!texts) throw Object.assign(new Error(`queryTxt ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
      return texts.map((text) => [text.slice(0, 200), text.slice(200)]);
    },
  };
}

/** Severity and sentence of each finding, as one line. */
export function linesOf(findings: readonly (Finding | PartFinding)[]): string[] {
  return findings.map(({ severity, what }) => `${severity}: ${what}`);
}

/** Severities that were found, each once, the worst last. */
export function severitiesOf(findings: readonly Finding[]): Severity[] {
  return [...new Set(findings.map(({ severity }) => severity))];
}

/** Counts the texts of all projects, which the factories leave uncounted. */
export async function countTexts({ db }: Pick<TestApp, 'db'>): Promise<void> {
  for (const { id } of await db.selectFrom('projects').select('id').execute()) await recountTextBytes(db, id);
}
