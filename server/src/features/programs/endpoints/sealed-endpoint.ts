import type { WebhookKeys } from '../../../adapters/webhooks/sign-webhook.ts';
import type { Config } from '../../../config/config.ts';
import { open, seal } from '../../auth/sealed-secrets.ts';

/** The sealed part, as a chat's address lets others write there; `previous` holds the keys before a rotation. */
type Secrets = { url: string; keys: WebhookKeys; previous?: WebhookKeys };

type Sealed = { owner_id: number; sealed: string };

export function sealEndpoint(config: Pick<Config, 'secretKey'>, ownerId: number, secrets: Secrets): string {
  return seal(config, 'endpoint', ownerId, JSON.stringify(secrets));
}

/** Decrypts an endpoint; throws after a change of SECRET_KEY. */
export function openEndpoint(config: Pick<Config, 'secretKey'>, { owner_id, sealed }: Sealed): Secrets {
  return JSON.parse(open(config, 'endpoint', owner_id, sealed)) as Secrets;
}
