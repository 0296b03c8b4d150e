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
  /** Environment of the product; a shared product has RATE_LIMITS=off unless this sets it. */
  environment: Record<string, string>;
  /** True for a file that changes or counts data of all users: it gets a product of its own. */
  isAlone: boolean;
  language: Language;
  /** Texts of the web app (`t`) and of the server, in that language. */
  t: Words;
  serverText: Words;
  nothingIsRefused: void;
};

type Shared = {
  servers: Servers;
  /** Violations of the Content-Security-Policy since the test began. A test that expects one removes it. */
  violations: string[];
};

/** Journeys on one product share a network address, and would reach its limits together. */
const WITHOUT_LIMITS = { RATE_LIMITS: 'off' };
/** Turns rate limits on and takes client addresses from the proxy's X-Forwarded-For header. */
export const WITH_LIMITS = { RATE_LIMITS: 'on', TRUST_PROXY: '1' };

/** English on a desktop and Turkish on a phone, so that a journey that runs on both also covers both languages. */
export const TURKISH_ON_PHONES = {
  language: async ({ isMobile }: { isMobile: boolean }, use: (language: Language) => Promise<void>) =>
    use(isMobile ? 'tr' : 'en'),
};

/**
 * `product` is a running server with a DATA_DIR of its own, at the browser's base address. Files of one worker with the
 * same `environment` share it (decision 0222): they must not start, stop or configure it, must not write rows of others
 * into its database, and must create their own users under unique names. `language` is the browser's language. A test
 * fails if a page violates its Content-Security-Policy.
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
