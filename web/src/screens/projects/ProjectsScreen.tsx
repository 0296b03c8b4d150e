import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '../../components/use-document-title.ts';

export function ProjectsScreen() {
  const { t } = useTranslation();
  useDocumentTitle(t('projects.title'));
  return <Title order={1}>{t('projects.title')}</Title>;
}
