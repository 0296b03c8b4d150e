import { Skeleton } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';

const LoadedSection = lazy(async () => ({
  default: (await loadWithTexts(['feed'], () => import('./FeedSection.tsx'))).FeedSection,
}));

/** A freelancer's calendar and feed in other programs; loaded behind the screen. */
export function FeedSection() {
  return (
    <Suspense fallback={<Skeleton height={120} my={32} />}>
      <LoadedSection />
    </Suspense>
  );
}
