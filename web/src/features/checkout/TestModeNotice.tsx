import { Alert } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/use-translation.ts';
import { checkoutSettingsQuery } from './api.ts';

/** Says that no money moves, while the test gateway is on (specification 7.9). Else nothing. */
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
