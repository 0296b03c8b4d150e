import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '../../components/use-document-title.ts';

export function ProjectDetailScreen() {
  const { t } = useTranslation();
  useDocumentTitle(t('project.title'));
  return <Title order={1}>{t('project.title')}</Title>;
}
