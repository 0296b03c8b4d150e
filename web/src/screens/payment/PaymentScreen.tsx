import { Button, Group, Loader, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link, useLocation, useSearchParams } from 'react-router';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { PaymentColumn } from '../../features/checkout/PaymentColumn.tsx';
import { TestModeNotice } from '../../features/checkout/TestModeNotice.tsx';
import { paths } from '../../paths.ts';
import { SandboxForm } from './SandboxForm.tsx';

/** payment: redirects to the provider's page; with a token it shows the form of the built-in test gateway. */
export function PaymentScreen() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const location = useLocation();
  useDocumentTitle(t('payment.title'));
  const token = query.get('token');
  const address = checkoutAddress(location.state);
  return (
    <PaymentColumn title={t('payment.title')}>
      <TestModeNotice />
      {token ? <SandboxForm token={token} /> : address ? <Leaving address={address} /> : <NothingToPay />}
    </PaymentColumn>
  );
}

/** The address of the payment page, if it is https, or http on this machine; null otherwise. */
function checkoutAddress(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('checkout_url' in state)) return null;
  const { checkout_url: address } = state;
  return typeof address === 'string' && /^https?:\/\//.test(address) ? address : null;
}

function Leaving({ address }: { address: string }) {
  const { t } = useTranslation();
  useEffect(() => {
    window.location.assign(address);
  }, [address]);
  return (
    <Group component="output">
      <Loader size="sm" />
      <Text>{t('payment.preparing')}</Text>
    </Group>
  );
}

function NothingToPay() {
  const { t } = useTranslation();
  return (
    <>
      <FormMessage type="error">{t('payment.missing')}</FormMessage>
      <Button component={Link} to={paths.pricing} h={44}>
        {t('checkout.toPlans')}
      </Button>
    </>
  );
}
