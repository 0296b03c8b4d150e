import { Done, type Subscription, Subscriptions } from './answers.ts';
import { type IyzicoClient, IyzicoRefusal, WRONG_KEYS } from './client.ts';
import { isOver, refusedOrder } from './reports.ts';

const SUBSCRIPTIONS = '/v2/subscription/subscriptions';

export async function getSubscription(
  client: IyzicoClient,
  subscriptionId: string,
): Promise<{ subscription: Subscription; at: string }> {
  const path = `${SUBSCRIPTIONS}/${encodeURIComponent(subscriptionId)}`;
  const { data, systemTime } = await client.get(path, {}, Subscriptions);
  const [subscription] = data.items;
  if (!subscription) throw new Error('iyzico names no subscription');
  return { subscription, at: systemTime };
}

/** Stops all further charges; resolves to iyzico's time. A subscription that is over already is a success. */
export async function cancelNow(client: IyzicoClient, subscriptionId: string): Promise<string> {
  const path = `${SUBSCRIPTIONS}/${encodeURIComponent(subscriptionId)}/cancel`;
  try {
    return (await client.post(path, {}, Done)).systemTime;
  } catch (error) {
    if (!(error instanceof IyzicoRefusal)) throw error;
    const { subscription, at } = await getSubscription(client, subscriptionId);
    if (!isOver(subscription)) throw error;
    return at;
  }
}

/**
 * Charges the refused month again, which iyzico does not do by itself. Returns false when no month is refused, or the
 * last attempt is less than `pauseSeconds` ago by iyzico's clock. A second refusal is no error, but one more attempt.
 */
export async function collectAgain(
  client: IyzicoClient,
  subscriptionId: string,
  pauseSeconds: number,
): Promise<boolean> {
  const { subscription, at } = await getSubscription(client, subscriptionId);
  const refused = refusedOrder(subscription, at);
  if (!refused || Date.parse(at) - Date.parse(refused.lastAttemptAt) < pauseSeconds * 1000) return false;
  try {
    await client.post('/v2/subscription/operation/retry', { referenceCode: refused.referenceCode }, Done);
  } catch (error) {
    if (!(error instanceof IyzicoRefusal) || WRONG_KEYS.has(error.code)) throw error;
  }
  return true;
}
