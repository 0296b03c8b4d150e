import type { Provider } from '@vitrin/shared/contract/auth.ts';
import type { IdentityProvider } from '../../../adapters/identity/identity-provider.ts';

/** The one provider there is. */
export const PROVIDER = 'google';

/** A provider as the authentication API lists it. */
export function toProvider({ id, name, clientId }: IdentityProvider): Provider {
  return { id, name, flows: ['provider_redirect'], client_id: clientId };
}
