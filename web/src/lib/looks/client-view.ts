import { asksForView } from '@vitrin/shared/rules/client-view.ts';

const isView = 'location' in globalThis && asksForView(location.pathname + location.search);

/**
 * True if this page shows a project as its client sees it (specification 9.13). Its first address decides for as long as
 * it is open, so that no answer of one view is ever shown in the other; see guards.ts for how it is left.
 */
export function isClientView(): boolean {
  return isView;
}
