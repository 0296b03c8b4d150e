import type { EndpointDelivery } from '@vitrin/shared/contract/endpoints.ts';
import type { useTranslation } from '../../../i18n/use-translation.ts';

type Translate = ReturnType<typeof useTranslation>['t'];

const KEYS = {
  'project.created': 'webhooks.type.projectCreated',
  'milestone.completed': 'webhooks.type.milestoneCompleted',
  'version.ready': 'webhooks.type.versionReady',
  'version.seen': 'webhooks.type.versionSeen',
  'version.delivered': 'webhooks.type.versionDelivered',
  'payment.succeeded': 'webhooks.type.paymentSucceeded',
  test: 'webhooks.type.test',
} as const satisfies Record<EndpointDelivery['type'], string>;

/** An event in words. */
export function eventName(t: Translate, type: EndpointDelivery['type']): string {
  return t(KEYS[type]);
}
