const IP_ADDRESS = /^[\d.]+$|^\[/;

/**
 * Reason why passkeys do not work here, or null: they need https or `localhost`, never an IP address (specification
 * 3.21).
 */
export function passkeyObstacle(): 'address' | 'browser' | null {
  if (!globalThis.isSecureContext || IP_ADDRESS.test(location.hostname)) return 'address';
  return 'PublicKeyCredential' in globalThis ? null : 'browser';
}

export function knowsPasskeys(): boolean {
  return passkeyObstacle() === null;
}

/** The server makes passkeys for another host name than the page's, `host`; for none where it is null. */
export class OtherHostError extends Error {
  override name = 'OtherHostError';
  readonly host: string | null;

  constructor(host: string | null) {
    super('No passkey can be used at this address');
    this.host = host;
  }
}
