import { useEffect } from 'react';
import { askBy } from '../../../features/account/confirmation/confirmed.ts';
import { loadWithTexts } from '../../../i18n/i18n.ts';

/** Has changes on this screen ask for a proof where the last one is too old; the dialog is loaded with the first of them. */
export function useConfirmation(): void {
  useEffect(() => askBy(openConfirmation), []);
}

async function openConfirmation(): Promise<void> {
  const code = await loadWithTexts(['auth', 'factors', 'passkeys'], () => import('./open-confirmation.ts'));
  await code.openConfirmation();
}
