import { operator } from '@vitrin/operator/in-server.ts';
import type { Context } from '../context.ts';
import { accountJobs } from '../features/account/jobs.ts';
import { boardJobs } from '../features/analytics/boards/mailing.ts';
import { archiveJobs } from '../features/archives/jobs.ts';
import { authJobs } from '../features/auth/jobs.ts';
import { checkoutJobs } from '../features/checkout/jobs.ts';
import { deliveryJobs } from '../features/deliveries/jobs.ts';
import { eventJobs } from '../features/events/retention.ts';
import { fileJobs } from '../features/files/jobs.ts';
import { ledgerJobs } from '../features/ledger/stamps.ts';
import { customerJobs } from '../features/customers/jobs.ts';
import { noticeJobs } from '../features/notices/jobs.ts';
import { programJobs } from '../features/programs/jobs.ts';
import { pictureJobs } from '../features/pictures/jobs.ts';
import { textJobs } from '../features/versions/jobs.ts';
import type { JobHandlers } from '../jobs/kinds.ts';

export function jobHandlers(context: Context): JobHandlers {
  return {
    'send-mail': (mail, signal) => context.mailer.send(mail, signal),
    ...authJobs(context),
    ...customerJobs(context),
    ...programJobs(context),
    ...noticeJobs(context),
    ...pictureJobs(context),
    ...eventJobs(context),
    ...deliveryJobs(context),
    ...ledgerJobs(context),
    ...textJobs(context),
    ...fileJobs(context),
    ...checkoutJobs(context),
    ...boardJobs(context),
    ...accountJobs(context),
    ...archiveJobs(context),
    ...operator.jobs(context),
  };
}
