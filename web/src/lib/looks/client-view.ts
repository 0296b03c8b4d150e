import { asksForView } from '@vitrin/shared/rules/client-view.ts';

const isView = 'location' in globalThis && asksForView(location.pathname + location.search);

/** True if this page shows a project as its client sees it (specification 9.13), by its first address for good. */
export function isClientView(): boolean {
  return isView;
}
