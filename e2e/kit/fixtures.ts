import { test as base, expect } from '@playwright/test';
import { type Product, startProduct } from '../../test-kit/product.ts';
import { noteViolations } from './policy-violations.ts';
import { awaitTakeovers } from './takeover.ts';
import { type Language, LOCALES, serverWordsOf, type Words, wordsOf } from './words.ts';

export { expect } from '@playwright/test';

type FileServer = { of(testFile: string, environment: Record<string, string>): Promise<Product> };

type Visitor = {
  product: Product;
  /** Environment of the product, the same for a whole test file. */
  environment: Record<string, string>;
  language: Language;
  /** The web app's and the server's texts in that language. */
  t: Words;
  serverText: Words;
  nothingIsRefused: void;
};

type Shared = {
  servers: FileServer;
  /** Violations of the Content-Security-Policy since the test began. A test that expects one removes it. */
  violations: string[];
};

/** English at a desk and Turkish on a phone: a journey that is taken on both needs no second one for the language. */
export const TURKISH_ON_PHONES = {
  language: async ({ isMobile }: { isMobile: boolean }, use: (language: Language) => Promise<void>) =>
    use(isMobile ? 'tr' : 'en'),
};

/**
 * `product` is a running server with an empty DATA_DIR of its own for the test file; it is the browser's base address,
 * and `language` the browser's language. The tests of a file share the product, so each makes its own people. Every
 * test fails if a page violates its Content-Security-Policy.
 */
export const test = base.extend<Visitor, Shared>({
  servers: [
    async ({}, use) => {
      let current: { testFile: string; product: Product } | undefined;
      await use({
        async of(testFile, env) {
          if (current?.testFile === testFile) return current.product;
          await current?.product.remove();
          current = undefined;
          const product = await startProduct({ env });
          current = { testFile, product };
          return product;
        },
      });
      await current?.product.remove();
    },
    { scope: 'worker' },
  ],
  violations: [async ({}, use) => use([]), { scope: 'worker' }],
  browser: [
    async ({ browser, violations }, use) => {
      noteViolations(browser, violations);
      awaitTakeovers(browser);
      await use(browser);
    },
    { scope: 'worker' },
  ],
  nothingIsRefused: [
    async ({ violations }, use) => {
      violations.length = 0;
      await use();
      expect(violations, 'refused by the Content-Security-Policy of a page').toEqual([]);
    },
    { auto: true },
  ],
  environment: [{}, { option: true }],
  product: async ({ servers, environment }, use, { file }) => use(await servers.of(file, environment)),
  baseURL: async ({ product }, use) => use(product.url),
  language: ['en', { option: true }],
  locale: async ({ language }, use) => use(LOCALES[language]),
  t: async ({ language }, use) => use(wordsOf(language)),
  serverText: async ({ language }, use) => use(serverWordsOf(language)),
});
