/** Person as an identity provider describes them after they signed in there. */
export type Identity = {
  /** The provider's own id of the person; it never changes. */
  uid: string;
  email: string | undefined;
  /** True if the provider vouches for the address. */
  isEmailVerified: boolean;
  name: string | undefined;
  /** A username that the provider knows, if any. */
  username: string | undefined;
};

/** Secrets of one sign-in at the provider, kept in the session until the browser comes back. */
export type IdentityChecks = { state: string; nonce: string; codeVerifier: string };

/** A system that signs people in for us, such as Google. */
export type IdentityProvider = {
  id: string;
  name: string;
  clientId: string;
  newChecks: () => Promise<IdentityChecks>;
  /** The address to send the browser to. Rejects when the provider does not answer. */
  authorizationUrl: (checks: IdentityChecks, returnUrl: string) => Promise<string>;
  /**
   * Reads the address the browser came back to. Rejects unless it is a genuine answer to a sign-in with these `checks`.
   */
  identify: (cameBackTo: URL, checks: IdentityChecks) => Promise<Identity>;
};
