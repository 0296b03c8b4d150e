import type { BrowserContext } from '@playwright/test';
import { newerFeatures } from '../../test-kit/compatibility/newer-features.ts';

/** Members of built-ins that one of the supported browsers lacks, as MDN names them. */
const NEWER = [...newerFeatures().members];

/** Takes from all pages of a browser what one of the supported ones lacks. */
export async function openWithoutNewer(context: BrowserContext): Promise<void> {
  await context.addInitScript(forgetBuiltIns, NEWER);
}

/** No script of the page runs first in a thread, so the fill, its first file, begins with it. */
export async function forgetInThreads(context: BrowserContext): Promise<void> {
  await context.route(/\/fill\.js$/, async (route) => {
    const answer = await route.fetch();
    const body = `(${forgetBuiltIns.toString()})(${JSON.stringify(NEWER)});\n${await answer.text()}`;
    await route.fulfill({ response: answer, body });
  });
}

/** Deletes members such as `Promise.withResolvers`, from the object and from its prototype. Runs in the browser. */
export function forgetBuiltIns(names: readonly string[]): void {
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
