export type Identity = {
  uid: string;
  email: string | undefined;
  isEmailVerified: boolean;
  name: string | undefined;
  username: string | undefined;
};

/** Secrets of one sign-in at the provider, kept in the session until the browser comes back. */
export type IdentityChecks = { state: string; nonce: string; codeVerifier: string };

export type IdentityProvider = {
  id: string;
  name: string;
  clientId: string;
  newChecks: () => Promise<IdentityChecks>;
  /** The address to send the browser to. Rejects when the provider does not answer. */
  authorizationUrl: (checks: IdentityChecks, returnUrl: string) => Promise<string>;
  /** Reads the address the browser came back to; rejects unless it answers a sign-in with these `checks`. */
  identify: (cameBackTo: URL, checks: IdentityChecks) => Promise<Identity>;
};
