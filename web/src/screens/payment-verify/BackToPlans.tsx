import { Button } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';

/** Button after a failed payment: a new checkout starts from the plans. */
export function BackToPlans() {
  const { t } = useTranslation();
  return (
    <Button component={Link} to={paths.pricing} size="md" fullWidth>
      {t('payment.retry')}
    </Button>
  );
}
