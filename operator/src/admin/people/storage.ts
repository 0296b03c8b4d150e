import { getStorageSheet } from '@vitrin/server/features/storage/admin.ts';
import { listFreelancers, recountProjectsOf } from '@vitrin/server/features/projects/admin.ts';
import {
  type AdminContext,
  type Answer,
  type Command,
  readOptions,
  requireNoMore,
  UsageError,
} from '../command.ts';
import { requireFreelancerNamed } from '../find-freelancer.ts';
import { asLines } from '../lists.ts';

export const storage: Command = {
  usage: [
    'storage USER        what counts against the plan of a freelancer',
    'storage recount USER        counts texts, milestones and files of all projects anew',
    'storage recount --all        the same for every freelancer',
  ],
  async run(context, words) {
    const { values, positionals } = readOptions(words, { all: { type: 'boolean', default: false } });
    const [first, second, ...more] = positionals;
    if (first === 'recount' && (second !== undefined || values.all)) {
      requireNoMore([...(values.all && second !== undefined ? [second] : []), ...more]);
      return values.all ? recountAll(context) : recountOne(context, second);
    }
    if (values.all) throw new UsageError('--all belongs to storage recount.');
    requireNoMore([...(second === undefined ? [] : [second]), ...more]);
    const { id, username } = await requireFreelancerNamed(context, first);
    const sheet = await getStorageSheet(context, id);
    return { text: asLines({ username, ...sheet }), json: { username, ...sheet } };
  },
};

async function recountOne(context: AdminContext, word: string | undefined): Promise<Answer> {
  const { id, username } = await requireFreelancerNamed(context, word);
  const { projects, corrected } = await recountProjectsOf(context, id);
  return {
    text: `${username}: ${projects} projects counted, ${corrected} of them corrected.`,
    json: { username, projects, corrected },
  };
}

async function recountAll(context: AdminContext): Promise<Answer> {
  const sums = { freelancers: 0, projects: 0, corrected: 0 };
  for await (const id of listFreelancers(context)) {
    const { projects, corrected } = await recountProjectsOf(context, id);
    sums.freelancers += 1;
    sums.projects += projects;
    sums.corrected += corrected;
  }
  const { freelancers, projects, corrected } = sums;
  return {
    text: `${freelancers} freelancers: ${projects} projects counted, ${corrected} of them corrected.`,
    json: sums,
  };
}
