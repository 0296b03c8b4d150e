/** Who somebody is, as the provider says. */
export type Identity = {
  /** The provider's own name for the person; never changes. */
  uid: string;
  email: string | undefined;
  /** The provider vouches for the address. */
  isEmailVerified: boolean;
  name: string | undefined;
  /** A username the provider knows, if any. */
  username: string | undefined;
};

/** Secrets of one way to the provider and back, kept in the session meanwhile. */
export type IdentityChecks = { state: string; nonce: string; codeVerifier: string };

/** Another system that says who somebody is. */
export type IdentityProvider = {
  id: string;
  name: string;
  clientId: string;
  newChecks: () => Promise<IdentityChecks>;
  /** Where the browser is sent. Rejects when the provider does not answer. */
  authorizationUrl: (checks: IdentityChecks, returnUrl: string) => Promise<string>;
  /** Reads the address the browser came back to. Rejects for anything but a genuine answer to these checks. */
  identify: (cameBackTo: URL, checks: IdentityChecks) => Promise<Identity>;
};
