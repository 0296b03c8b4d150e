import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { errorText } from './error-text.ts';

type Props = {
  error: unknown;
  /** Name of the failed action, in the screen's words; the server's own sentence comes first. */
  fallback?: string;
  onRetry?: () => void;
};

/** Shown in place of a list or screen that failed to load, with a button to try again. */
export function ErrorState({ error, fallback, onRetry }: Props) {
  const { t } = useTranslation();
  return (
    <Alert color="red" icon={<IconAlertTriangle />} role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{errorText(t, error, fallback)}</Text>
        {onRetry && (
          <Button variant="default" h={44} onClick={onRetry}>
            {t('actions.tryAgain')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
