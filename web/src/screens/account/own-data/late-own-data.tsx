import { Skeleton } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';

const LoadedSection = lazy(async () => ({
  default: (await loadWithTexts(['recorded'], () => import('./OwnDataSection.tsx'))).OwnDataSection,
}));

/** Everything that is stored about the signed-in person; loaded after the screen. */
export function OwnDataSection() {
  return (
    <Suspense fallback={<Skeleton height={160} my={32} />}>
      <LoadedSection />
    </Suspense>
  );
}
