import { Skeleton } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';

const LoadedSections = lazy(async () => ({
  default: (await loadWithTexts(['tokens', 'lacks'], () => import('./ProgramsSections.tsx')))
    .ProgramsSections,
}));

/** A freelancer's tokens and webhooks; loaded behind the screen. */
export function ProgramsSections() {
  return (
    <Suspense fallback={<Skeleton height={120} my={32} />}>
      <LoadedSections />
    </Suspense>
  );
}
