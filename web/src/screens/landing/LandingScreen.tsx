import { Button, Container, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { paths } from '../../paths.ts';
import './landing-mantine.css';

export function LandingScreen() {
  const { t } = useTranslation();
  useDocumentTitle(t('landing.documentTitle'));
  return (
    <Container size="sm" py={96}>
      <Stack align="flex-start" gap="lg">
        <Title order={1}>{t('landing.headline')}</Title>
        <Text size="lg" c="dimmed">
          {t('landing.lead')}
        </Text>
        <Button component={Link} to={paths.register} size="md">
          {t('landing.start')}
        </Button>
      </Stack>
    </Container>
  );
}
