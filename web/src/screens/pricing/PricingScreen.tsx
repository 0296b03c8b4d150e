import { Stack } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PageHeader } from '../../components/PageHeader.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { useSignedInUser } from '../../features/auth/api.ts';
import { CurrentPlan } from '../../features/checkout/CurrentPlan.tsx';
import { TestModeNotice } from '../../features/checkout/TestModeNotice.tsx';
import { ContactBlock } from './ContactBlock.tsx';
import { Faq } from './Faq.tsx';
import { PlanCards } from './PlanCards.tsx';

/** Plans, questions and the contact block. Customers see no prices, since they never pay (specification 1.4). */
export function PricingScreen() {
  const { t } = useTranslation();
  const { isFreelancer, subscription } = useSignedInUser();
  const title = isFreelancer ? t('pricing.title') : t('pricing.questionsTitle');
  useDocumentTitle(title);
  return (
    <>
      <PageHeader title={title} />
      <Stack gap="lg">
        {isFreelancer && <TestModeNotice />}
        {subscription && subscription.current_period_end !== null && (
          <CurrentPlan subscription={subscription} />
        )}
        {isFreelancer && <PlanCards />}
      </Stack>
      <Faq isOfClient={!isFreelancer} />
      <ContactBlock />
    </>
  );
}
