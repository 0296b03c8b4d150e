import { everyPage } from './every-page.ts';
import { error, type Finding, ok } from './finding.ts';
import type { Installation } from './installation.ts';
import { listFreelancerSums, listProjectSums } from './queries.ts';

const MOST_FINDINGS = 20;

/** Checks that the usage stored for each freelancer is the sum of the content of their projects. */
export async function checkSums({ database }: Pick<Installation, 'database'>): Promise<Finding[]> {
  const db = database();
  const wrong: Finding[] = [];
  let freelancers = 0;
  for await (const page of everyPage(db, listFreelancerSums, 0))
    for (const row of page) {
      freelancers += 1;
      for (const [what, counted, actual] of [
        ['files', row.counted_files, row.actual_files],
        ['pictures', row.counted_pictures, row.actual_pictures],
      ] as const)
        if (counted !== actual)
          wrong.push(
            error(
              `${counted} bytes of ${what} count for ${row.username}, whose projects hold ${actual}.`,
              'Restore the newest backup: something other than Vitrin has written to the database.',
            ),
          );
    }
  for await (const page of everyPage(db, listProjectSums, 0))
    for (const row of page) {
      if (row.counted_bytes !== row.actual_bytes)
        wrong.push(
          error(
            `${row.counted_bytes} bytes of text count for project ${row.id} of ${row.username}, which holds ${row.actual_bytes}.`,
            `Run npm run admin -- storage recount ${row.username}.`,
          ),
        );
      if (row.counted_milestones !== row.actual_milestones)
        wrong.push(
          error(
            `Project ${row.id} of ${row.username} counts ${row.counted_milestones} milestones and has ${row.actual_milestones}.`,
            `Run npm run admin -- storage recount ${row.username}.`,
          ),
        );
      if (row.wrong_file_sums > 0)
        wrong.push(
          error(
            `What counts for the files of project ${row.id} of ${row.username} is not what they are.`,
            `Run npm run admin -- storage recount ${row.username}.`,
          ),
        );
    }
  if (wrong.length === 0) return [ok(`What counts is what is there, for all ${freelancers} freelancers.`)];
  const more = wrong.length - MOST_FINDINGS;
  const rest = error(`${more} more sums are wrong.`, 'Mend these first, then look again.');
  return more > 0 ? [...wrong.slice(0, MOST_FINDINGS), rest] : wrong;
}
