import { Skeleton } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';

const NameSection = lazy(async () => ({
  default: (await loadWithTexts(['face'], () => import('./NameSection.tsx'))).NameSection,
}));

/** A client's own name; loaded behind the screen. */
export function OwnNameSection() {
  return (
    <Suspense fallback={<Skeleton height={180} my={32} />}>
      <NameSection />
    </Suspense>
  );
}
