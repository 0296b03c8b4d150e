import { Skeleton } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';

const LoadedForm = lazy(async () => ({
  default: (await loadWithTexts(['auth', 'factors'], () => import('./FactorForm.tsx'))).FactorForm,
}));

/** The second step of a login, which few have: loaded when it is asked for. */
export function FactorForm({ onAgain }: { onAgain: () => void }) {
  return (
    <Suspense fallback={<Skeleton height={260} />}>
      <LoadedForm onAgain={onAgain} />
    </Suspense>
  );
}
