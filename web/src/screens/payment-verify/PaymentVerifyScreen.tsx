import { useTranslation } from '../../i18n/use-translation.ts';
import { useSearchParams } from 'react-router';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { PaymentColumn } from '../../features/checkout/PaymentColumn.tsx';
import { TestModeNotice } from '../../features/checkout/TestModeNotice.tsx';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { BackToPlans } from './BackToPlans.tsx';
import { Verification } from './Verification.tsx';

/** /payment/verify?token=: verifying, success, failed (specification 2.11). Without a shell. */
export function PaymentVerifyScreen() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  useDocumentTitle(t('payment.title'));
  const token = query.get('token');
  if (token) return <Verification key={token} token={token} />;
  return (
    <PaymentColumn title={t('payment.failedTitle')}>
      <TestModeNotice />
      <FormMessage type="error">{t('payment.missing')}</FormMessage>
      <BackToPlans />
    </PaymentColumn>
  );
}
