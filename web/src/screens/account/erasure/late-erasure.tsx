import { Skeleton } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';

const Loaded = lazy(async () => ({
  default: (await loadWithTexts(['auth', 'notices'], () => import('./ErasureSection.tsx'))).ErasureSection,
}));

/** The deletion of the account; loaded behind the screen. */
export function ErasureSection() {
  return (
    <Suspense fallback={<Skeleton height={120} my={32} />}>
      <Loaded />
    </Suspense>
  );
}
