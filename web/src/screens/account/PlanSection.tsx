import { useTranslation } from '../../i18n/use-translation.ts';
import { BillingSection } from '../../features/checkout/BillingSection.tsx';
import { AccountSection } from './AccountSection.tsx';

/** A freelancer's plan and its payments. */
export function PlanSection() {
  const { t } = useTranslation();
  return (
    <AccountSection lead={t('billing.lead')}>
      <BillingSection />
    </AccountSection>
  );
}
