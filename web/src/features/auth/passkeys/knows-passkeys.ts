const IP_ADDRESS = /^[\d.]+$|^\[/;

/**
 * Reason why no passkey can be made or used on this page; null where there is none. Browsers make passkeys over https and
 * on `localhost`, never at an IP address (specification 3.21).
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
