import {
  countChosenJobs,
  findJob,
  type JobFilter,
  listChosenJobs,
} from '@vitrin/server/jobs/given-up-queries.ts';
import { dropJob, retryJobs } from '@vitrin/server/jobs/given-up.ts';
import { type Command, readOptions, requireNoMore, UsageError } from '../command.ts';
import { asLines, PAGE_OPTION, pageAnswer, rangeOf } from '../lists.ts';
import { detailsOf, errorOf } from './details.ts';

/** Jobs that charge, refund or settle money: once dropped, nothing else does their work. */
const MONEY_KINDS = [
  'settle-purchase',
  'refund-payment',
  'restore-credit',
  'ask-checkout',
  'ask-subscription',
  'erase-account',
];

export const jobsList: Command = {
  usage: ['jobs list [--waiting] [--kind KIND] [--page N]        jobs that gave up; with --waiting all'],
  async run({ db }, words) {
    const { values, positionals } = readOptions(words, {
      ...PAGE_OPTION,
      kind: { type: 'string' },
      waiting: { type: 'boolean', default: false },
    });
    requireNoMore(positionals);
    const kinds = values.kind === undefined ? undefined : [values.kind];
    const filter: JobFilter = { kinds, isWaitingToo: values.waiting };
    const range = rangeOf(values.page);
    const jobs = await listChosenJobs(db, filter, range);
    const rows = jobs.map(({ id, kind, attempts, created_at, run_at, gave_up_at, last_error }) => ({
      id,
      kind,
      attempts,
      created_at,
      run_at,
      gave_up_at,
      last_error: errorOf(last_error),
    }));
    return pageAnswer(
      range,
      { count: await countChosenJobs(db, filter), rows },
      {
        head: ['id', 'kind', 'state', 'attempts', 'created', 'last error'],
        cells: (job) => [
          job.id,
          job.kind,
          job.gave_up_at === null
            ? `due ${job.run_at.slice(0, 16)}`
            : `gave up ${job.gave_up_at.slice(0, 16)}`,
          job.attempts,
          job.created_at.slice(0, 16),
          job.last_error,
        ],
        empty: values.waiting ? 'There are no such jobs.' : 'No such job gave up.',
      },
    );
  },
};

export const jobsShow: Command = {
  usage: ['jobs show ID        one job, without the bodies of mails'],
  async run({ db }, [word, ...more]) {
    requireNoMore(more);
    const job = await findJob(db, idOf(word));
    if (!job) throw new UsageError(`There is no job ${word}; what is done is not kept.`);
    const { payload, last_error, ...values } = job;
    const shown = { ...values, last_error: errorOf(last_error), details: detailsOf(payload) };
    const { details, ...lines } = shown;
    return { text: asLines({ ...lines, ...details }), json: shown };
  },
};

export const jobsRetry: Command = {
  usage: [
    'jobs retry ID        tries a job again that gave up, at once',
    'jobs retry --kind KIND | --all        the same for all of a kind, or all',
  ],
  async run(context, words) {
    const { values, positionals } = readOptions(words, {
      all: { type: 'boolean', default: false },
      kind: { type: 'string' },
    });
    const [word, ...more] = positionals;
    requireNoMore(more);
    if ([word !== undefined, values.all, values.kind !== undefined].filter(Boolean).length !== 1)
      throw new UsageError('Name one of ID, --kind KIND and --all.');
    const id = word === undefined ? undefined : idOf(word);
    const kinds = values.kind === undefined ? undefined : [values.kind];
    const retried = await retryJobs(context, { id, kinds });
    if (id !== undefined && retried === 0) throw new UsageError(`There is no job ${id} that gave up.`);
    return { text: `Jobs that are tried again: ${retried}.`, json: { retried } };
  },
};

export const jobsDrop: Command = {
  usage: ['jobs drop ID [--yes]        deletes a job that gave up; --yes where money hangs on it'],
  async run(context, words) {
    const { values, positionals } = readOptions(words, { yes: { type: 'boolean', default: false } });
    const [word, ...more] = positionals;
    requireNoMore(more);
    const id = idOf(word);
    const job = await findJob(context.db, id);
    if (!job || job.gave_up_at === null) throw new UsageError(`There is no job ${id} that gave up.`);
    if (MONEY_KINDS.includes(job.kind) && !values.yes)
      throw new UsageError(
        `Money hangs on job ${id} (${job.kind}): see to it at the payment provider yourself, then add --yes.`,
      );
    if (!(await dropJob(context, id))) throw new UsageError(`There is no job ${id} that gave up.`);
    return { text: `Job ${id} (${job.kind}) is gone.`, json: { dropped: id, kind: job.kind } };
  },
};

/** The id of a job. Throws UsageError for what is no number that a row can have. */
export function idOf(word: string | undefined): number {
  if (!/^[1-9]\d{0,8}$/.test(word ?? '')) throw new UsageError('ID must be the number of a job.');
  return Number(word);
}
