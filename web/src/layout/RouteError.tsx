import { Button, Container, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { useRouteError } from 'react-router';
import { NotFound } from '../components/feedback/NotFound.tsx';
import { errorText } from '../components/feedback/error-text.ts';
import { useDocumentTitle } from '../components/use-document-title.ts';
import { HiddenScreenError } from '../features/auth/guards.ts';
import { paths } from '../paths.ts';

/** Shown when a screen or its guard fails: the not-found page where a guard hides it, else a sentence and a button. */
export function RouteError() {
  const error = useRouteError();
  return error instanceof HiddenScreenError ? <NotFound /> : <Broken error={error} />;
}

function Broken({ error }: { error: unknown }) {
  const { t } = useTranslation();
  useDocumentTitle(t('errors.title'));
  useEffect(() => console.error(error), [error]);
  return (
    <Container size="xs" py={96}>
      <Stack align="center" gap="md" ta="center" role="alert">
        <Title order={1}>{t('errors.title')}</Title>
        <Text c="dimmed">{errorText(t, error)}</Text>
        <Group>
          <Button onClick={() => location.reload()}>{t('actions.tryAgain')}</Button>
          <Button component="a" href={paths.home} variant="default">
            {t('notFound.backHome')}
          </Button>
        </Group>
      </Stack>
    </Container>
  );
}
