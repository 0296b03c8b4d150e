import { Button, Container, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { useDocumentTitle } from '../use-document-title.ts';
import { paths } from '../../paths.ts';

/** For unknown paths, and for screens that this visitor may not know of (specification 2.1). */
export function NotFound() {
  const { t } = useTranslation();
  useDocumentTitle(t('notFound.title'));
  return (
    <Container size="xs" py={96}>
      <Stack align="center" gap="md" ta="center">
        <Text c="dimmed" fw={600}>
          404
        </Text>
        <Title order={1}>{t('notFound.title')}</Title>
        <Text c="dimmed">{t('notFound.message')}</Text>
        <Button component={Link} to={paths.home} mt="sm">
          {t('notFound.backHome')}
        </Button>
      </Stack>
    </Container>
  );
}
