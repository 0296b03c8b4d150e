import { Skeleton } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';

const TakeAlongSection = lazy(async () => ({
  default: (await loadWithTexts(['archives'], () => import('./TakeAlongSection.tsx'))).TakeAlongSection,
}));

/** A freelancer's way out of this installation, and into it; loaded behind the screen. */
export function ArchivesSection() {
  return (
    <Suspense fallback={<Skeleton height={420} my={32} />}>
      <TakeAlongSection />
    </Suspense>
  );
}
