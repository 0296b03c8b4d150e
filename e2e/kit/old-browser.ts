import type { BrowserContext } from '@playwright/test';
import { newerFeatures } from '../../test-kit/compatibility/newer-features.ts';

/** Members of built-in objects that at least one supported browser lacks, by their MDN names. */
const NEWER = [...newerFeatures().members];

/** Deletes those members in all pages of the context. */
export async function deleteNewerInPages(context: BrowserContext): Promise<void> {
  await context.addInitScript(deleteBuiltIns, NEWER);
}

/**
 * Deletes those members in workers. Init scripts do not run there, so this prepends the code to the worker's first
 * file, the polyfill.
 */
export async function deleteNewerInWorkers(context: BrowserContext): Promise<void> {
  await context.route(/\/fill\.js$/, async (route) => {
    const answer = await route.fetch();
    const body = `(${deleteBuiltIns.toString()})(${JSON.stringify(NEWER)});\n${await answer.text()}`;
    await route.fulfill({ response: answer, body });
  });
}

/** Deletes members such as `Promise.withResolvers` from the object and from its prototype. Runs in the browser. */
export function deleteBuiltIns(names: readonly string[]): void {
  const all = globalThis as unknown as Record<string, { prototype?: object } | undefined>;
  for (const name of names) {
    const [owner = '', member = ''] = name.split('.');
    const object = all[owner];
    if (typeof object !== 'function' && typeof object !== 'object') continue;
    if (object === null) continue;
    Reflect.deleteProperty(object, member);
    if (object.prototype) Reflect.deleteProperty(object.prototype, member);
  }
}
