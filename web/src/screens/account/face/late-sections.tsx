import { Skeleton } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';

const FaceSection = lazy(async () => ({
  default: (await loadWithTexts(['face'], () => import('./FaceSection.tsx'))).FaceSection,
}));
const NameSection = lazy(async () => ({
  default: (await loadWithTexts(['face'], () => import('./NameSection.tsx'))).NameSection,
}));

/** What others see of the signed-in person; loaded behind the screen. */
export function ShownSection({ isFreelancer }: { isFreelancer: boolean }) {
  return (
    <Suspense fallback={<Skeleton height={isFreelancer ? 720 : 180} my={32} />}>
      {isFreelancer ? <FaceSection /> : <NameSection />}
    </Suspense>
  );
}
