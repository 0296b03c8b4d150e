import type { Provider } from '@vitrin/shared/contract/account/auth.ts';
import type { IdentityProvider } from '../../../adapters/identity/identity-provider.ts';

export const PROVIDER = 'google';

export function toProvider({ id, name, clientId }: IdentityProvider): Provider {
  return { id, name, flows: ['provider_redirect'], client_id: clientId };
}
