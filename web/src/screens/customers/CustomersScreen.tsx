import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '../../components/use-document-title.ts';

export function CustomersScreen() {
  const { t } = useTranslation();
  useDocumentTitle(t('customers.title'));
  return <Title order={1}>{t('customers.title')}</Title>;
}
