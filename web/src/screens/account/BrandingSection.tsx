import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../paths.ts';
import { AccountSection } from './AccountSection.tsx';

/** A freelancer's way to the screen of their name, logo and colour. */
export function BrandingSection() {
  const { t } = useTranslation();
  return (
    <AccountSection title={t('account.branding')} lead={t('account.brandingLead')}>
      <Button component={Link} to={paths.branding} variant="default" h={44}>
        {t('account.brandingOpen')}
      </Button>
    </AccountSection>
  );
}
