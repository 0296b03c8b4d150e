import { useTranslation } from '../../i18n/use-translation.ts';
import { useSignedInUser } from '../../features/auth/api.ts';
import { BillingSection } from '../../features/checkout/BillingSection.tsx';
import { AccountSection } from './AccountSection.tsx';

/** For freelancers: customers have no plan. */
export function PlanSection() {
  const { t } = useTranslation();
  if (!useSignedInUser().isFreelancer) return null;
  return (
    <AccountSection title={t('billing.title')} lead={t('billing.lead')}>
      <BillingSection />
    </AccountSection>
  );
}
