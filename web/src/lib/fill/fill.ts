/* oxlint-disable import/no-unassigned-import -- core-js puts built-ins in their places */
import 'core-js/actual/array/to-reversed';
import 'core-js/actual/array/to-sorted';
import 'core-js/actual/array/to-spliced';
import 'core-js/actual/promise/with-resolvers';
import 'core-js/actual/set/difference';
import 'core-js/actual/set/intersection';
import 'core-js/actual/set/union';
import 'core-js/actual/string/to-well-formed';
import { anySignal } from './abort-signal-any.ts';

// Built-ins for the oldest supported browsers, as test-kit/compatibility/filled.ts lists them. The first script of the
// pages loads them before all other modules, and only where one is missing.
if (!('any' in AbortSignal)) Object.assign(AbortSignal, { any: anySignal });
// For code that starts threads, which have built-ins of their own.
Object.assign(globalThis, { isFilled: true });
if (!('canParse' in URL)) Object.assign(URL, { canParse });

function canParse(address: string, base?: string): boolean {
  try {
    return Boolean(new URL(address, base));
  } catch {
    return false;
  }
}
