import type { JobPayloads } from '@vitrin/server/jobs/kinds.ts';
import {
  countChosenJobs,
  findJob,
  type JobFilter,
  listChosenJobs,
} from '@vitrin/server/jobs/given-up-queries.ts';
import { retryJobs } from '@vitrin/server/jobs/given-up.ts';
import { type Command, readOptions, requireNoMore, UsageError } from '../command.ts';
import { PAGE_OPTION, pageAnswer, rangeOf } from '../lists.ts';
import { detailsOf, errorOf } from './details.ts';
import { idOf } from './jobs.ts';

/** Jobs that end in a mail; a request for one becomes a mail when it is taken up. */
const MAIL_KINDS: (keyof JobPayloads)[] = [
  'send-mail',
  'mail-password-reset',
  'mail-verification',
  'mail-notice',
];

const FILTER: JobFilter = { kinds: MAIL_KINDS, isWaitingToo: true };

export const mailsList: Command = {
  usage: ['mails list [--page N]        mails that gave up or wait; sent ones are not kept'],
  async run({ db }, words) {
    const { values, positionals } = readOptions(words, PAGE_OPTION);
    requireNoMore(positionals);
    const range = rangeOf(values.page);
    const jobs = await listChosenJobs(db, FILTER, range);
    const rows = jobs.map(({ id, kind, payload, gave_up_at, last_error, attempts, created_at }) => {
      const { to, email, subject } = detailsOf(payload);
      return {
        id,
        to: to ?? email ?? null,
        subject: subject ?? kind,
        state: gave_up_at === null ? 'waits' : 'gave up',
        attempts,
        created_at,
        last_error: errorOf(last_error),
      };
    });
    return pageAnswer(
      range,
      { count: await countChosenJobs(db, FILTER), rows },
      {
        head: ['id', 'to', 'subject', 'state', 'attempts', 'created', 'last error'],
        cells: ({ id, to, subject, state, attempts, created_at, last_error }) => [
          id,
          to,
          subject,
          state,
          attempts,
          created_at.slice(0, 16),
          last_error,
        ],
        empty: 'No mail waits and none gave up. Sent mails are not kept.',
      },
    );
  },
};

export const mailsResend: Command = {
  usage: ['mails resend ID | --all        sends mails that gave up, at once'],
  async run(context, words) {
    const { values, positionals } = readOptions(words, { all: { type: 'boolean', default: false } });
    const [word, ...more] = positionals;
    requireNoMore(more);
    if ((word === undefined) !== values.all) throw new UsageError('Name one of ID and --all.');
    if (word === undefined) {
      const resent = await retryJobs(context, { id: undefined, kinds: MAIL_KINDS });
      return { text: `Mails that are sent again: ${resent}.`, json: { resent } };
    }
    const id = idOf(word);
    const job = await findJob(context.db, id);
    const isMail = job !== undefined && (MAIL_KINDS as string[]).includes(job.kind);
    const resent = isMail ? await retryJobs(context, { id, kinds: MAIL_KINDS }) : 0;
    if (resent === 0) throw new UsageError(`There is no mail ${id} that gave up.`);
    return { text: `Mail ${id} is sent again.`, json: { resent } };
  },
};
