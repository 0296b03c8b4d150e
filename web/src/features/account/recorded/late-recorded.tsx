import { Skeleton } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';

const LoadedNotice = lazy(async () => ({
  default: (await loadWithTexts(['recorded'], () => import('./RecordedNotice.tsx'))).RecordedNotice,
}));

/** The facts recorded about a person, on the page before the account is made; loaded behind it. */
export function RecordedNotice({ of }: { of: 'client' | 'freelancer' }) {
  return (
    <Suspense fallback={<Skeleton height={44} />}>
      <LoadedNotice of={of} />
    </Suspense>
  );
}
