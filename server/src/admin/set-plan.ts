import { PlanCode } from '@vitrin/shared/contract/checkout.ts';
import { grantPlan } from '../features/checkout/service.ts';
import { type AdminContext, type Command, UsageError } from './command.ts';
import { requireFreelancerNamed } from './find-freelancer.ts';

/** A plan without a payment, until a day. */
export const setPlan: Command = {
  usage: [
    'set-plan USER pro|enterprise --until DATE        give a plan until the end of a day (2027-01-31, UTC)',
    'set-plan USER free        take a given plan back',
  ],
  async run(context, [username, code, option, date]) {
    const user = await requireFreelancerNamed(context, username);
    const plan = PlanCode.safeParse(code);
    if (!plan.success) throw new UsageError('The plan must be free, pro or enterprise.');
    if (plan.data === 'free') {
      await grantPlan(context, user.id, 'free', null);
      return `${user.username} is on free.`;
    }
    if (option !== '--until') throw new UsageError('--until DATE is missing.');
    const until = endOfDay(context, date);
    await grantPlan(context, user.id, plan.data, until);
    return `${user.username} is on ${plan.data} until ${until}.`;
  },
};

/** The first moment after a day of the calendar, which must lie ahead. */
function endOfDay({ now }: AdminContext, date = ''): string {
  const start = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00.000Z`) : Number.NaN;
  const isReal = !Number.isNaN(start) && new Date(start).toISOString().startsWith(date);
  if (!isReal) throw new UsageError('DATE must be a day such as 2027-01-31.');
  const end = start + 24 * 3600 * 1000;
  if (end <= now().getTime()) throw new UsageError('DATE must lie ahead.');
  return new Date(end).toISOString();
}
