import { Skeleton } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';

const LoadedSection = lazy(async () => ({
  default: (await loadWithTexts(['auth', 'factors'], () => import('./FactorsSection.tsx'))).FactorsSection,
}));

const LoadedRequiredStep = lazy(async () => ({
  default: (await loadWithTexts(['auth', 'factors'], () => import('./RequiredStep.tsx'))).RequiredStep,
}));

/** Account screen of a freelancer who has yet to set up the second step that the installation requires. */
export function RequiredStep() {
  return (
    <Suspense fallback={<Skeleton height={200} />}>
      <LoadedRequiredStep />
    </Suspense>
  );
}

/** The second step of logins; loaded behind the screen. */
export function FactorsSection() {
  return (
    <Suspense fallback={<Skeleton height={120} my={32} />}>
      <LoadedSection />
    </Suspense>
  );
}
