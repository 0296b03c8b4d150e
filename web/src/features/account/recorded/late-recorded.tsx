import { Skeleton } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';

const LoadedNotice = lazy(async () => ({
  default: (await loadWithTexts(['recorded'], () => import('./RecordedNotice.tsx'))).RecordedNotice,
}));

/** The facts recorded about an invited client, on the page of the invitation; loaded behind it. */
export function RecordedNotice() {
  return (
    <Suspense fallback={<Skeleton height={44} />}>
      <LoadedNotice of="client" />
    </Suspense>
  );
}
