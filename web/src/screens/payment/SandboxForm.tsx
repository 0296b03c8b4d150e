import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link, useNavigate } from 'react-router';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { errorText } from '../../components/feedback/error-text.ts';
import { useMoney } from '../../components/use-money.ts';
import { sandboxOrderQuery, usePayInSandbox } from '../../features/checkout/api.ts';
import { paths } from '../../paths.ts';
import classes from './SandboxForm.module.css';

/** The payment page of the test gateway: succeed, fail, or leave. */
export function SandboxForm({ token }: { token: string }) {
  const { t } = useTranslation();
  const money = useMoney();
  const navigate = useNavigate();
  const order = useQuery(sandboxOrderQuery(token));
  const pay = usePayInSandbox(token);

  if (order.isPending) return <Skeleton height={260} radius="lg" />;
  if (order.isError)
    return (
      <Stack align="flex-start">
        <ErrorState error={order.error} onRetry={() => void order.refetch()} />
        <Button component={Link} to={paths.pricing} variant="default" h={44}>
          {t('checkout.toPlans')}
        </Button>
      </Stack>
    );

  const { plan, amount, currency } = order.data;
  const send = (outcome: 'success' | 'failure') =>
    pay.mutate(outcome, { onSuccess: ({ return_url }) => void navigate(return_url) });
  const isGoing = pay.isPending || pay.isSuccess;
  return (
    <section className={classes.form} aria-labelledby="pay-title">
      <div>
        <Text c="dimmed" id="pay-title">
          {t('payment.order', { plan })}
        </Text>
        <p className={classes.amount}>{money(amount, currency)}</p>
      </div>
      {pay.isError && <FormMessage type="error">{errorText(t, pay.error, t('payment.failed'))}</FormMessage>}
      <Button
        size="md"
        fullWidth
        loading={isGoing && pay.variables === 'success'}
        disabled={isGoing}
        onClick={() => send('success')}
      >
        {t('payment.succeed')}
      </Button>
      <Button
        size="md"
        fullWidth
        variant="default"
        loading={isGoing && pay.variables === 'failure'}
        disabled={isGoing}
        onClick={() => send('failure')}
      >
        {t('payment.fail')}
      </Button>
      <Anchor component={Link} to={paths.pricing} className={classes.leave}>
        {t('payment.leave')}
      </Anchor>
    </section>
  );
}
