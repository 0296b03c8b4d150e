import { Alert } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { checkoutSettingsQuery } from './api.ts';

/** Specification 7.9: the test gateway says on every screen of it that no money moves. Else nothing. */
export function TestModeNotice() {
  const { t } = useTranslation();
  const settings = useQuery(checkoutSettingsQuery);
  if (settings.data?.gateway !== 'sandbox') return null;
  return (
    <Alert color="amber" icon={<IconFlask size={20} />} py="sm">
      {t('checkout.testMode')}
    </Alert>
  );
}
