import { checkBackups } from './backups.ts';
import { checkBytes } from './bytes/bytes.ts';
import { checkClock } from './clock.ts';
import { checkConfiguration } from './configuration.ts';
import { isDatabaseDamaged } from '@vitrin/engine/sql/errors.ts';
import { checkDatabase, damagedFinding, isUnfinished, requireAnswer } from './database.ts';
import { checkDisk } from './disk/disk.ts';
import { error, type Finding, note, reasonOf, SEVERITIES, type Severity } from './finding.ts';
import type { Installation } from './installation.ts';
import { checkJobs } from './jobs.ts';
import { checkLeftovers } from './disk/leftovers.ts';
import { checkMail } from './mail/mail.ts';
import { checkPlans } from './plans.ts';
import { checkPrograms } from './programs.ts';
import { checkSecondSteps } from './second-steps.ts';
import { checkStorage } from './storage.ts';
import { checkSums } from './sums.ts';

/** Every part that is looked at, in this order (specification 12.1). */
const CHECKS = {
  configuration: checkConfiguration,
  database: checkDatabase,
  storage: checkStorage,
  mail: checkMail,
  clock: checkClock,
  disk: checkDisk,
  leftovers: checkLeftovers,
  backups: checkBackups,
  jobs: checkJobs,
  bytes: checkBytes,
  sums: checkSums,
  plans: checkPlans,
  'second-steps': checkSecondSteps,
  programs: checkPrograms,
} satisfies Record<string, (installation: Installation) => Promise<Finding[]>>;

export type Part = keyof typeof CHECKS;

export type PartFinding = Finding & { part: Part };

export const PARTS = Object.keys(CHECKS) as Part[];

/** Parts that can say nothing where the database does not answer; that is the finding of the part `database`. */
const NEED_DATABASE: readonly Part[] = [
  'clock',
  'leftovers',
  'jobs',
  'bytes',
  'sums',
  'plans',
  'second-steps',
];

/** Checks these parts of an installation and changes nothing in it. */
export async function examine(installation: Installation, parts: readonly Part[]): Promise<PartFinding[]> {
  const findings: PartFinding[] = [];
  const lack = parts.some((part) => NEED_DATABASE.includes(part)) ? await lackOf(installation) : undefined;
  for (const part of parts) {
    const found =
      lack && NEED_DATABASE.includes(part)
        ? [note(`This was not looked at, because ${lack.what}.`, lack.advice)]
        : await look(part, installation);
    findings.push(...found.map((finding) => ({ part, ...finding })));
  }
  return findings;
}

/** Why nothing can be said of what is in the database; undefined where it can be read. */
async function lackOf(installation: Installation): Promise<{ what: string; advice: string } | undefined> {
  try {
    await requireAnswer(installation);
    if (!(await isUnfinished(installation))) return undefined;
    return { what: 'not everything is there yet', advice: 'Have the restore or the move end first.' };
  } catch {
    // The part `database` reports the cause.
    return { what: 'the database does not answer', advice: 'Mend the database first.' };
  }
}

async function look(part: Part, installation: Installation): Promise<Finding[]> {
  try {
    return await CHECKS[part](installation);
  } catch (failure) {
    if (isDatabaseDamaged(failure)) return [damagedFinding(failure.message)];
    return [
      error(
        `This could not be looked at: ${reasonOf(failure)}.`,
        'Mend what the other findings name, then look again.',
      ),
    ];
  }
}

/** The worst severity of these findings. */
export function worstOf(findings: readonly Finding[]): Severity {
  return SEVERITIES.findLast((severity) => findings.some((finding) => finding.severity === severity)) ?? 'ok';
}
