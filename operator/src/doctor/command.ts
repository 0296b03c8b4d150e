import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { Resolver } from 'node:dns/promises';
import { join } from 'node:path';
import { createStorage } from '@vitrin/server/adapters/storage/create-storage.ts';
import { type Config, inspectConfig } from '@vitrin/server/config/config.ts';
import { connectDatabase, type Database, openSnapshot } from '@vitrin/server/database/connect.ts';
import { requireDatabaseOf } from '@vitrin/server/database/data-dir/lost-database.ts';
import { isFfmpegPackaged } from '@vitrin/server/features/files/admin.ts';
import { sandboxLevel } from '@vitrin/engine/sandbox/levels.ts';
import { programFolders } from '@vitrin/engine/sandbox/programs.ts';
import { examine } from './doctor.ts';
import { type Installation, within } from './installation.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { checkConfiguration } from './configuration.ts';
import { asJson, asText, exitCodeOf } from './report.ts';

const CLOSE_MILLISECONDS = 2000;
/** Exit code, which docs/operations.md lists beside those of findings. */
const WRONG_USE = 2;

/** Outputs of the command: its answer, and everything else. */
type Output = { out: (text: string) => void; err: (text: string) => void };

/**
 * Runs `npm run doctor`, which looks at the installation that the environment names, and returns the exit code of the
 * process; the server may run meanwhile or not.
 */
export async function runDoctorCommand(words: string[], { out, err }: Output): Promise<number> {
  const options = readOptions(words);
  if ('refusal' in options) {
    err(`${options.refusal}\n${USAGE}\n`);
    return WRONG_USE;
  }
  if (options.isHelp) {
    out(`${USAGE}\n`);
    return 0;
  }
  const findings = await look(options);
  out(`${options.isJson ? asJson(findings) : asText(findings)}\n`);
  return exitCodeOf(findings);
}

async function look({ parts, dkimSelectors, sendTestTo }: Options) {
  const inspection = inspectConfig();
  const { config } = inspection;
  // Without a configuration that works nothing else can be found.
  if (!config) {
    const found = await checkConfiguration({ inspection, config: undefined });
    return found.map((finding) => ({ part: 'configuration' as const, ...finding }));
  }
  let db: Database | undefined;
  const installation: Installation = {
    inspection,
    config,
    database: () => (db ??= openReadOnly(config)),
    storage: () => createStorage(config),
    dns: new Resolver({ timeout: 3000, tries: 2 }),
    statfs,
    programFolders: programFolders(),
    isFfmpegPackaged,
    sandboxLevel,
    now: () => new Date(),
    dkimSelectors,
    sendTestTo,
  };
  try {
    return await examine(installation, parts);
  } finally {
    // Connections that do not close in time are closed by the end of the process.
    await within(CLOSE_MILLISECONDS, '', Promise.resolve(db?.destroy())).catch(() => {});
  }
}

function openReadOnly({ databaseUrl, dataDir }: Config): Database {
  if (databaseUrl) return connectDatabase({ databaseUrl });
  requireDatabaseOf(dataDir);
  const path = join(dataDir, 'vitrin.sqlite');
  if (!existsSync(path)) throw new Error(`there is no ${path}`);
  return openSnapshot(path);
}
