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

/**
 * Journeys that share one product with those of other files (decision 0222): they start, stop and set up nothing, write
 * nothing into its database, and each makes its own people, under names that no other one has.
 */
const SHARING = new RegExp(
  [
    String.raw`/e2e/accounts/(?:blocked-cookies|calendar-feed|clock-off|ended-session|erasure|face|invited-passkey|kept-pages`,
    String.raw`|mailed-invitation|people|reclaim|support|switch)\.`,
    String.raw`|/e2e/files/(?!corpus|file-kinds|limits-between|offline|places\.|uploads)`,
    String.raw`|/e2e/pages/(?:dialog-focus|first-look|landing|layout-shift|page-loads|policy|print|rendered-pages`,
    String.raw`|right-to-left|shell)\.`,
    String.raw`|/e2e/projects/(?!dashboard)`,
  ].join(''),
);
/** Together they would reach the limits of one network address. */
const OF_SHARED = { RATE_LIMITS: 'off' };

/** English at a desk and Turkish on a phone: a journey that is taken on both needs no second one for the language. */
export const TURKISH_ON_PHONES = {
  language: async ({ isMobile }: { isMobile: boolean }, use: (language: Language) => Promise<void>) =>
    use(isMobile ? 'tr' : 'en'),
};

/**
 * `product` is a running server, the browser's base address, with a DATA_DIR of its own for the test file or for all that
 * share it; each test makes its own people. `language` is the browser's language. Every test fails if a page violates its
 * Content-Security-Policy.
 */
export const test = base.extend<Visitor, Shared>({
  servers: [
    async ({}, use) => {
      let shared: Product | undefined;
      let own: { testFile: string; product: Product } | undefined;
      await use({
        async of(testFile, environment) {
          if (SHARING.test(testFile)) {
            if (Object.keys(environment).length > 0)
              throw new Error(`${testFile} needs a product of its own`);
            shared ??= await startProduct({ env: OF_SHARED });
            return shared;
          }
          if (own?.testFile === testFile) return own.product;
          await own?.product.remove();
          own = undefined;
          const product = await startProduct({ env: environment });
          own = { testFile, product };
          return product;
        },
      });
      await own?.product.remove();
      await shared?.remove();
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
