import { withoutSecrets } from '../admin/without-secrets.ts';
import { type Finding, ok, warning } from './finding.ts';
import type { Installation } from './installation.ts';
import { countOverdueJobs, listGivenUpKinds } from './queries.ts';

const LATE_MILLISECONDS = 15 * 60_000;

/** Checks for jobs that failed for good and for jobs that no worker picks up. */
export async function checkJobs({
  database,
  now,
}: Pick<Installation, 'database' | 'now'>): Promise<Finding[]> {
  const db = database();
  const findings = (await listGivenUpKinds(db)).map(({ kind, count, last_error }) =>
    warning(
      `${count} ${count === 1 ? 'job' : 'jobs'} of kind ${kind} gave up, with: ${withoutSecrets(last_error ?? '')}.`,
      `Mend what it names, then npm run admin -- jobs retry --kind ${kind}.`,
    ),
  );
  const overdue = await countOverdueJobs(db, new Date(now().getTime() - LATE_MILLISECONDS).toISOString());
  if (overdue > 0)
    findings.push(
      warning(
        `${overdue} jobs have been due for more than 15 minutes, and nobody has taken them.`,
        'Start the server; if it runs, see in its log what holds it up.',
      ),
    );
  return findings.length > 0 ? findings : [ok('No job gave up, and none waits too long.')];
}
