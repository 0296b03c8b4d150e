import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';

export type TestIdentity = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  preferred_username?: string;
};

const CLIENT_ID = 'vitrin-test';
const CLIENT_SECRET = 'a secret of the test provider';

type Interaction = { login: { accountId: string } } | { error: string };

/** The part of oidc-provider that is used here; the package has no types. */
type Provider = {
  callback: () => (request: IncomingMessage, response: ServerResponse) => void;
  interactionFinished: (
    request: IncomingMessage,
    response: ServerResponse,
    result: Interaction,
  ) => Promise<void>;
  Grant: new (of: { clientId: string; accountId: string }) => {
    addOIDCScope: (scope: string) => void;
    save: () => Promise<string>;
  };
};
type ProviderContext = {
  oidc: { provider: Provider; client: { clientId: string }; session: { accountId: string } };
};

/**
 * A real OpenID provider on loopback without questions: it signs everybody in as `identity`, or refuses if that
 * is null. With `keys` it publishes these instead of its signing keys.
 */
export async function startIdentityServer(redirectUris: string[]) {
  const { Provider } = createRequire(import.meta.url)('oidc-provider') as {
    Provider: new (issuer: string, configuration: object) => Provider;
  };
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const control: { identity: TestIdentity | null; keys: object | null } = { identity: null, keys: null };
  const identities = new Map<string, TestIdentity>();

  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: redirectUris }],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username'],
    },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['cookies of the test provider'] },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => identities.get(accountId) ?? { sub: accountId },
    }),
    loadExistingGrant: async ({ oidc }: ProviderContext) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url === '/jwks' && control.keys) return response.end(JSON.stringify(control.keys));
    if (!request.url?.startsWith('/interaction/')) return answer(request, response);
    const { identity } = control;
    if (identity) identities.set(identity.sub, identity);
    const result = identity ? { login: { accountId: identity.sub } } : { error: 'access_denied' };
    void provider.interactionFinished(request, response, result);
  });

  return {
    issuer,
    control,
    environment: {
      GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_CLIENT_SECRET: CLIENT_SECRET,
      GOOGLE_ISSUER: issuer,
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Follows the provider's redirects as a fresh browser would, until one leads to `end`; returns that address. */
export async function followToReturn(start: string, end: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let address = start;
  for (let step = 0; step < 10; step += 1) {
    if (address.startsWith(end)) return new URL(address);
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`${address}: ${response.status} ${await response.text()}`);
    address = new URL(location, address).href;
  }
  throw new Error(`No way from ${start} to ${end}`);
}
