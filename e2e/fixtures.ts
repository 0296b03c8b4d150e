import { test as base } from '@playwright/test';
import { type Product, startProduct } from '../scripts/testing/product.ts';

export { expect } from '@playwright/test';

type FileServer = { of(testFile: string): Promise<Product> };

/**
 * `product` is a running server with an empty DATA_DIR of its own for the test file; the browser's base address
 * points at it. Tests of one file share it, so each makes its own people.
 */
export const test = base.extend<{ product: Product }, { servers: FileServer }>({
  servers: [
    async ({}, use) => {
      let current: { testFile: string; product: Product } | undefined;
      await use({
        async of(testFile) {
          if (current?.testFile === testFile) return current.product;
          await current?.product.remove();
          current = undefined;
          const product = await startProduct();
          current = { testFile, product };
          return product;
        },
      });
      await current?.product.remove();
    },
    { scope: 'worker' },
  ],
  product: async ({ servers }, use, { file }) => use(await servers.of(file)),
  baseURL: async ({ product }, use) => use(product.url),
});
