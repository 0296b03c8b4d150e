import { test as base, expect } from '@playwright/test';
import { type Product, startProduct } from '../../test-kit/product.ts';
import { noteViolations } from './policy-violations.ts';
import { awaitTakeovers } from './takeover.ts';
import { type Language, LOCALES, serverWordsOf, type Words, wordsOf } from './words.ts';

export { expect } from '@playwright/test';

type Servers = {
  of(testFile: string, environment: Record<string, string>, isAlone: boolean): Promise<Product>;
};

type Visitor = {
  product: Product;
  /** Environment of the product; one that is shared has RATE_LIMITS=off unless this says otherwise. */
  environment: Record<string, string>;
  /** True for a file that changes or counts what is everyone's: it has a product of its own. */
  isAlone: boolean;
  language: Language;
  /** The web app's and the server's texts in that language. */
  t: Words;
  serverText: Words;
  nothingIsRefused: void;
};

type Shared = {
  servers: Servers;
  /** Violations of the Content-Security-Policy since the test began. A test that expects one removes it. */
  violations: string[];
};

/** Journeys on one product would reach the limits of one network address together. */
const WITHOUT_LIMITS = { RATE_LIMITS: 'off' };
/** A product with limits, behind a proxy that tells one network address from another. */
export const WITH_LIMITS = { RATE_LIMITS: 'on', TRUST_PROXY: '1' };

/** English at a desk and Turkish on a phone: a journey that is taken on both needs no second one for the language. */
export const TURKISH_ON_PHONES = {
  language: async ({ isMobile }: { isMobile: boolean }, use: (language: Language) => Promise<void>) =>
    use(isMobile ? 'tr' : 'en'),
};

/**
 * `product` is a running server, the browser's base address, with a DATA_DIR of its own. Files of one worker with the same
 * `environment` share it (decision 0222): they start, stop and set up nothing, write nothing about others into its database,
 * and each makes its own people, under names that no other one has. `language` is the browser's language. Every test fails if
 * a page violates its Content-Security-Policy.
 */
export const test = base.extend<Visitor, Shared>({
  servers: [
    async ({}, use) => {
      const shared = new Map<string, Product>();
      let own: { testFile: string; product: Product } | undefined;
      await use({
        async of(testFile, given, isAlone) {
          if (!isAlone) {
            const environment = { ...WITHOUT_LIMITS, ...given };
            const name = JSON.stringify(environment);
            const product = shared.get(name) ?? (await startProduct({ env: environment }));
            shared.set(name, product);
            return product;
          }
          if (own?.testFile === testFile) return own.product;
          await own?.product.remove();
          own = undefined;
          const product = await startProduct({ env: given });
          own = { testFile, product };
          return product;
        },
      });
      await own?.product.remove();
      for (const product of shared.values()) await product.remove();
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
  isAlone: [false, { option: true }],
  product: async ({ servers, environment, isAlone }, use, { file }) =>
    use(await servers.of(file, environment, isAlone)),
  baseURL: async ({ product }, use) => use(product.url),
  language: ['en', { option: true }],
  locale: async ({ language }, use) => use(LOCALES[language]),
  t: async ({ language }, use) => use(wordsOf(language)),
  serverText: async ({ language }, use) => use(serverWordsOf(language)),
});
