import { Group, Loader, Text } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { AuthColumn } from './AuthColumn.tsx';

/** Shown while a mailed link is being checked, and when the check could not be made. */
export function TokenCheck({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  useDocumentTitle(t('auth.checkingLink'));
  return (
    <AuthColumn title={t('auth.checkingLink')}>
      {error ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : (
        <Group component="output" aria-label={t('auth.checkingLink')}>
          <Loader size="sm" />
          <Text c="dimmed">…</Text>
        </Group>
      )}
    </AuthColumn>
  );
}
