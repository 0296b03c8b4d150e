import { EmailText } from '@vitrin/shared/contract/account/auth.ts';
import type { Configuration } from 'openid-client';
import { type Config, isLoopback } from '../../config/config.ts';
import type { Identity, IdentityProvider } from './identity-provider.ts';

const ANSWER_SECONDS = 10;
const SCOPE = 'openid email profile';

/** Google, or whatever OpenID provider GOOGLE_ISSUER names; null when there are no keys for it. */
export function createIdentityProvider({ google }: Config): IdentityProvider | null {
  return google ? createOpenIdProvider('google', 'Google', google) : null;
}

/** Signs in by code flow with PKCE, state, nonce and checked signature; loads the library at the first sign-in. */
function createOpenIdProvider(
  id: string,
  name: string,
  { clientId, clientSecret, issuer }: NonNullable<Config['google']>,
): IdentityProvider {
  const load = () => import('openid-client');
  let discovered: Promise<Configuration> | undefined;

  async function discover(): Promise<Configuration> {
    const client = await load();
    const isLocal = issuer.startsWith('http:') && isLoopback(issuer);
    discovered ??= client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      // Without this check the library trusts an identity because it came over TLS, whatever its signature is.
      execute: [client.enableNonRepudiationChecks, ...(isLocal ? [client.allowInsecureRequests] : [])],
      timeout: ANSWER_SECONDS,
    });
    try {
      return await discovered;
    } catch (error) {
      // A failed discovery is not kept, so that the next sign-in asks the provider again.
      discovered = undefined;
      throw error;
    }
  }

  return {
    id,
    name,
    clientId,
    async newChecks() {
      const { randomState, randomNonce, randomPKCECodeVerifier } = await load();
      return { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
    },
    async authorizationUrl({ state, nonce, codeVerifier }, returnUrl) {
      const configuration = await discover();
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await load();
      return buildAuthorizationUrl(configuration, {
        redirect_uri: returnUrl,
        scope: SCOPE,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      }).href;
    },
    async identify(cameBackTo, { state, nonce, codeVerifier }) {
      const configuration = await discover();
      const { authorizationCodeGrant, fetchUserInfo } = await load();
      const tokens = await authorizationCodeGrant(configuration, cameBackTo, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider sent no identity');
      // Some providers put the email address into the id token, others only into the answer of the userinfo endpoint.
      const details =
        claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
          ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : {};
      return toIdentity({ ...details, ...claims });
    },
  };
}

function toIdentity(claims: Record<string, unknown>): Identity {
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    uid: text('sub') ?? '',
    email: EmailText.safeParse(claims['email']).data,
    isEmailVerified: claims['email_verified'] === true || claims['email_verified'] === 'true',
    name: text('name'),
    username: text('preferred_username'),
  };
}
