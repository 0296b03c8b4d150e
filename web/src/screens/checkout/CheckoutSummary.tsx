import { Anchor, Button, Skeleton, Text, Title } from '@mantine/core';
import type { Plan } from '@vitrin/shared/contract/plans.ts';
import { useQuery } from '@tanstack/react-query';
import type { Buyer } from '@vitrin/shared/contract/payments/buyer.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link, useNavigate } from 'react-router';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { errorText } from '../../components/feedback/error-text.ts';
import { useMoney } from '../../components/use-money.ts';
import { useOneAtATime } from '../../components/forms/use-one-at-a-time.ts';
import {
  checkoutSettingsQuery,
  InvalidCheckoutError,
  refreshPlans,
  useStartCheckout,
} from '../../features/checkout/api.ts';
import { billingDetailsQuery } from '../../features/checkout/billing-details-api.ts';
import { BillingDetailsPart } from '../../features/checkout/late-billing-details.ts';
import { legalQuery } from '../../features/legal/api.ts';
import { KeptCurrencyNote } from '../../features/checkout/KeptCurrencyNote.tsx';
import { FeatureList } from '../../features/plans/FeatureList.tsx';
import { paths } from '../../paths.ts';
import { BuyerForm } from './late-buyer-form.ts';
import { Terms } from './Terms.tsx';
import classes from './CheckoutSummary.module.css';

const BUYER_FORM = 'buyer';

type Props = {
  plan: Plan;
  /** Paid plan that this purchase replaces, with its rest credited; null when there is none. */
  replaced: string | null;
};

/** Plan, price, when it is charged, and how to cancel; the button leads to the gateway. */
export function CheckoutSummary({ plan, replaced }: Props) {
  const { t, i18n } = useTranslation();
  const money = useMoney();
  const navigate = useNavigate();
  const start = useStartCheckout();
  const settings = useQuery(checkoutSettingsQuery);
  const needsBuyer = settings.data?.buyer_needed_for.includes(plan.currency) ?? false;
  const needsDetails = settings.data?.needs_billing_details ?? false;
  const own = useQuery({ ...billingDetailsQuery, enabled: needsDetails });
  const details = own.data?.details ?? null;
  const canPay = !needsDetails || details !== null;
  const legal = useQuery(legalQuery(i18n.language));
  const texts = legal.data?.texts ?? [];
  const hashes = texts.map(({ sha256 }) => sha256);
  const [accepted, setAccepted] = useState('');
  const [isMissing, setMissing] = useState(false);
  // Texts that changed, or came in another language, are to be accepted anew.
  const isAccepted = texts.length === 0 || accepted === hashes.join();
  const [isLeaving, setIsLeaving] = useState(false);
  const [hasOtherPrice, setHasOtherPrice] = useState(false);
  const price = money(plan.price_per_period, plan.currency);

  const leaveTo = (address: string) => {
    setIsLeaving(true);
    const isOwn = address.startsWith('/');
    return navigate(isOwn ? address : paths.payment, { state: isOwn ? null : { checkout_url: address } });
  };

  const pay = useOneAtATime(async (buyer?: Buyer) => {
    setMissing(!isAccepted);
    if (!isAccepted) return;
    // The failure is shown below.
    const order = { subscription_plan: plan.id, accepted: hashes, ...(buyer && { buyer }) };
    const checkout = await start.mutateAsync(order).catch(() => null);
    if (!checkout) {
      void legal.refetch();
      return;
    }
    // The price was edited, or the language switched, a moment ago: no one pays an amount that was not shown.
    const isShown = checkout.amount === plan.price_per_period && checkout.currency === plan.currency;
    setHasOtherPrice(!isShown);
    await (isShown ? leaveTo(checkout.checkout_url) : refreshPlans());
  });

  return (
    <section className={classes.summary} aria-labelledby="order-title">
      <div>
        <Title order={2} id="order-title">
          {t('checkout.plan', { plan: plan.name })}
        </Title>
        <Text c="dimmed" mt={4}>
          {plan.description}
        </Text>
      </div>
      <FeatureList features={plan.features} />
      <dl className={classes.sums}>
        <div>
          <dt>{t('checkout.perMonth')}</dt>
          <dd>{price}</dd>
        </div>
        <div className={classes.total}>
          <dt>{t('checkout.dueToday')}</dt>
          <dd>{price}</dd>
        </div>
      </dl>
      <KeptCurrencyNote currency={plan.currency} />
      {replaced !== null && (
        <FormMessage type="info">
          {t(needsBuyer ? 'checkout.replacesAndRefunds' : 'checkout.replaces', { plan: replaced })}
        </FormMessage>
      )}
      {hasOtherPrice && <FormMessage type="warning">{t('checkout.otherPrice')}</FormMessage>}
      {start.isError && (
        <FormMessage type="error">
          {start.error instanceof InvalidCheckoutError
            ? t('checkout.invalidAnswer')
            : errorText(t, start.error, t('checkout.failed'))}
        </FormMessage>
      )}
      {needsDetails && (
        <Suspense fallback={<Skeleton height={320} radius="md" />}>
          <BillingDetailsPart inCheckout />
        </Suspense>
      )}
      {canPay && needsBuyer && (
        <Suspense fallback={<Skeleton height={320} radius="md" />}>
          <BuyerForm id={BUYER_FORM} details={details} onBuyer={pay} />
        </Suspense>
      )}
      {canPay && texts.length > 0 && (
        <Terms
          texts={texts}
          isAccepted={isAccepted}
          error={isMissing && !isAccepted ? t('checkout.acceptFirst') : null}
          onChange={(isChecked) => setAccepted(isChecked ? hashes.join() : '')}
        />
      )}
      {canPay && (
        <Button
          size="md"
          fullWidth
          loading={start.isPending || isLeaving}
          {...(needsBuyer ? { type: 'submit', form: BUYER_FORM } : { onClick: () => void pay() })}
        >
          {t('checkout.pay', { price })}
        </Button>
      )}
      {(start.isPending || isLeaving) && (
        <Text component="output" size="sm" ta="center">
          {t('checkout.preparing')}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t('checkout.terms')}
      </Text>
      <Anchor component={Link} to={paths.pricing} className={classes.back}>
        {t('checkout.back')}
      </Anchor>
    </section>
  );
}
