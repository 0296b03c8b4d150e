import { Skeleton } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';

const LoadedSection = lazy(async () => ({
  default: (await loadWithTexts(['auth', 'passkeys'], () => import('./PasskeysSection.tsx'))).PasskeysSection,
}));

/** Passkeys of the account; loaded behind the screen. */
export function PasskeysSection() {
  return (
    <Suspense fallback={<Skeleton height={120} my={32} />}>
      <LoadedSection />
    </Suspense>
  );
}
