import { Skeleton } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { loadWithTexts } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AuthColumn } from '../AuthColumn.tsx';

const LoadedForm = lazy(async () => ({
  default: (await loadWithTexts(['auth', 'factors'], () => import('./FactorForm.tsx'))).FactorForm,
}));

/** The second step of a login, which few have: loaded when it is asked for. */
export function FactorForm({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation();
  const loading = (
    <AuthColumn title={t('auth.loginTitle')}>
      <Skeleton height={260} />
    </AuthColumn>
  );
  return (
    <Suspense fallback={loading}>
      <LoadedForm onAgain={onAgain} />
    </Suspense>
  );
}
