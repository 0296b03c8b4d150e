import { Skeleton } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';

const LoadedSection = lazy(async () => ({
  default: (await loadWithTexts(['tokens', 'lacks'], () => import('./TokensSection.tsx'))).TokensSection,
}));

/** A freelancer's tokens; loaded behind the screen. */
export function TokensSection() {
  return (
    <Suspense fallback={<Skeleton height={120} my={32} />}>
      <LoadedSection />
    </Suspense>
  );
}
