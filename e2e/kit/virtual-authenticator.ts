import type { CDPSession, Page } from '@playwright/test';

type Authenticator = {
  /** Refuses each use from now on, as if its user did not confirm. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  /** Returns the host names that it holds passkeys for. */
  sites(): Promise<string[]>;
  /** Removes it from the page, with its passkeys. */
  remove(): Promise<void>;
};

/** Gives the page an authenticator with passkeys, like that of a phone or laptop; its user confirms each use. */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const verify = (isUserVerified: boolean) =>
    session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  return {
    refuse: async () => void (await verify(false)),
    accept: async () => void (await verify(true)),
    async sites() {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
      return credentials.map(({ rpId }) => rpId ?? '');
    },
    remove: async () => void (await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })),
  };
}
