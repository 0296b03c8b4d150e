import { freePort } from '../../test-kit/free-port.ts';
import { startIdentityServer } from '../../test-kit/identity-server.ts';
import { type Product, startProduct } from '../../test-kit/product.ts';

export type Installation = {
  product: Product;
  provider: Awaited<ReturnType<typeof startIdentityServer>>;
};

/**
 * Starts a product with a real OpenID provider; each must know the other's address before it starts. `clockAheadMs` is
 * passed on to `startProduct`.
 */
export async function startWithProvider(
  options: Pick<NonNullable<Parameters<typeof startProduct>[0]>, 'clockAheadMs'> = {},
): Promise<Installation> {
  const port = await freePort();
  const returnUrl = `http://localhost:${port}/api/accounts/google/login/callback/`;
  const provider = await startIdentityServer([returnUrl]);
  const env = { PORT: String(port), ...provider.environment };
  return { provider, product: await startProduct({ env, ...options }) };
}
