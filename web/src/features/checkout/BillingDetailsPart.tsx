import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BillingDetails } from '@vitrin/shared/contract/payments/buyer.ts';
import { useState } from 'react';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { BillingDetailsForm } from './BillingDetailsForm.tsx';
import { billingDetailsQuery } from './billing-details-api.ts';
import classes from './BillingDetails.module.css';

/** How invoices name the user, with a form to change it. In a checkout the form is open until it was filled in. */
export function BillingDetailsPart({ inCheckout = false }: { inCheckout?: boolean }) {
  const { t } = useTranslation();
  const own = useQuery(billingDetailsQuery);
  const [isEditing, setEditing] = useState(false);
  if (own.isPending) return <Skeleton height={96} radius="md" />;
  if (own.isError)
    return (
      <ErrorState
        error={own.error}
        fallback={t('billingDetails.failed')}
        onRetry={() => void own.refetch()}
      />
    );
  const { details } = own.data;
  const isForm = isEditing || (inCheckout && !details);
  return (
    <section aria-labelledby="billing-details-title">
      <Title order={3} id="billing-details-title" {...(inCheckout && { size: 'h4' })}>
        {t('billingDetails.title')}
      </Title>
      {isForm ? (
        <BillingDetailsForm
          details={details}
          submitLabel={t(inCheckout && !details ? 'billingDetails.continue' : 'actions.save')}
          onSaved={() => setEditing(false)}
          {...(isEditing && { onCancel: () => setEditing(false) })}
        />
      ) : (
        <Group justify="space-between" align="start" gap="sm" mt="xs">
          <Text size="sm" c="dimmed" className={classes.lines} dir="auto">
            {details ? linesOf(details).join('\n') : t('billingDetails.none')}
          </Text>
          <Button variant="default" h={44} onClick={() => setEditing(true)}>
            {t(details ? 'billingDetails.change' : 'billingDetails.add')}
          </Button>
        </Group>
      )}
    </section>
  );
}

function linesOf({
  name,
  tax_number,
  tax_office,
  address,
  district,
  city,
  country,
}: BillingDetails): string[] {
  const given = (parts: string[], by: string) => parts.filter((part) => part !== '').join(by);
  return [
    name,
    address,
    given([district, city, country], ', '),
    given([tax_office, tax_number], ' · '),
  ].filter((line) => line !== '');
}
