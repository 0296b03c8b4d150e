import { PlanCode } from '@vitrin/shared/contract/payments/checkout.ts';
import { endOfDayEverywhere } from '@vitrin/shared/rules/money/plan-end-days.ts';
import { grantPlan } from '@vitrin/server/features/checkout/service.ts';
import { type AdminContext, type Command, requireNoMore, UsageError } from './command.ts';
import { requireFreelancerNamed } from './find-freelancer.ts';

/** Gives a freelancer a plan without payment until a day. */
export const setPlan: Command = {
  usage: [
    'set-plan USER pro|enterprise --until DATE        give a plan through a day (2027-01-31)',
    'set-plan USER free        take a given plan back',
  ],
  async run(context, [username, code, ...rest]) {
    const user = await requireFreelancerNamed(context, username);
    const plan = PlanCode.safeParse(code);
    if (!plan.success) throw new UsageError('The plan must be free, pro or enterprise.');
    if (plan.data === 'free') {
      requireNoMore(rest);
      await grantPlan(context, user.id, 'free', null);
      return {
        text: `${user.username} is on free.`,
        json: { username: user.username, plan: 'free', until: null },
      };
    }
    const [option, date, ...more] = rest;
    if (option !== '--until') throw new UsageError('--until DATE is missing.');
    const until = endOfDay(context, date);
    requireNoMore(more);
    await grantPlan(context, user.id, plan.data, until);
    return {
      text: `${user.username} is on ${plan.data} through ${date} (${until}).`,
      json: { username: user.username, plan: plan.data, until },
    };
  },
};

/** The time at which a day is over everywhere on earth; throws UsageError when that is past. */
function endOfDay({ now }: AdminContext, date = ''): string {
  const end = endOfDayEverywhere(date);
  if (end === null) throw new UsageError('DATE must be a day such as 2027-01-31.');
  if (Date.parse(end) <= now().getTime()) throw new UsageError('DATE must lie ahead.');
  return end;
}
