import { Skeleton } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { loadWithTexts } from '../../i18n/i18n.ts';

const ChoicesSection = lazy(async () => ({
  default: (await loadWithTexts(['notices'], () => import('./ChoicesSection.tsx'))).ChoicesSection,
}));

/** Choice of email notifications; loaded after the screen. */
export function NoticesSection() {
  return (
    <Suspense fallback={<Skeleton height={260} my={32} />}>
      <ChoicesSection />
    </Suspense>
  );
}
