import { isCapability, readCapabilities, storedCapability } from '@vitrin/shared/rules/capabilities.ts';
import { getPlanSheets } from '@vitrin/server/features/plans/admin.ts';
import { type Finding, ok, warning } from './finding.ts';
import type { Installation } from './installation.ts';

/**
 * Looks at the abilities of plans: values that mean nothing count as the least, tokens without a scope open nothing, and
 * an answer in time is promised only where a setting says when support is there.
 */
export async function checkPlans({
  database,
  config,
}: Pick<Installation, 'database' | 'config'>): Promise<Finding[]> {
  const sheets = await getPlanSheets(database());
  const found = sheets.flatMap(({ code, name, capabilities }) => {
    const unread = capabilities.filter(
      ({ capability, value }) =>
        !isCapability(capability) || storedCapability(capability, value) === undefined,
    );
    const findings = unread.map(({ capability, value }) =>
      warning(
        `The plan ${name} says "${value}" of ${capability}, which means nothing and counts as the least.`,
        `Run npm run admin -- plans set ${code} ${capability.replace('_', '-')} VALUE.`,
      ),
    );
    const { tokens, token_scopes, support_hours } = readCapabilities(capabilities);
    if (tokens > 0 && token_scopes.length === 0)
      findings.push(
        warning(
          `The plan ${name} allows ${tokens} tokens, and no scope that one could have.`,
          `Run npm run admin -- plans set ${code} token-scopes "read deliver".`,
        ),
      );
    if (support_hours > 0 && config.supportHours === undefined)
      findings.push(
        warning(
          `The plan ${name} promises an answer within ${support_hours} hours, and no setting says when support is there: nobody sees the promise.`,
          'Set SUPPORT_HOURS_FROM and SUPPORT_HOURS_TO, or SUPPORT_AROUND_THE_CLOCK=1.',
        ),
      );
    return findings;
  });
  return found.length > 0 ? found : [ok(`The abilities of all ${sheets.length} plans can be read.`)];
}
