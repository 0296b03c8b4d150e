import { Skeleton } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';

const LoadedSection = lazy(async () => ({
  default: (await loadWithTexts(['auth', 'factors'], () => import('./FactorsSection.tsx'))).FactorsSection,
}));

/** The second step of logins; loaded behind the screen. */
export function FactorsSection() {
  return (
    <Suspense fallback={<Skeleton height={120} my={32} />}>
      <LoadedSection />
    </Suspense>
  );
}
