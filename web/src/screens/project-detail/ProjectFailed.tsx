import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { errorText } from '../../components/feedback/error-text.ts';
import { ApiError } from '../../lib/api-error.ts';
import { paths } from '../../paths.ts';

type Props = { error: unknown; onRetry: () => void };

/** The sentence of specification 2.8 with a link back; other failures than "not found" can be retried. */
export function ProjectFailed({ error, onRetry }: Props) {
  const { t } = useTranslation();
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <Stack align="center" gap="md" ta="center" py={72} role="alert">
      <Title order={1}>{t('project.loadFailed')}</Title>
      <Text c="dimmed" maw={420}>
        {isUnknown ? t('project.unknown') : errorText(t, error)}
      </Text>
      <Group gap="sm" justify="center">
        {!isUnknown && (
          <Button h={44} onClick={onRetry}>
            {t('actions.tryAgain')}
          </Button>
        )}
        <Button component={Link} to={paths.projects} h={44} variant={isUnknown ? 'filled' : 'default'}>
          {t('project.back')}
        </Button>
      </Group>
    </Stack>
  );
}
