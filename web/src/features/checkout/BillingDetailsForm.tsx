import { Button, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { BillingDetails } from '@vitrin/shared/contract/payments/buyer.ts';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { formFailureText, serverFieldErrors, validateBy } from '../../components/forms/form-errors.ts';
import { useFormSubmit } from '../../components/forms/use-form-submit.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useSaveBillingDetails } from './billing-details-api.ts';
import classes from './BillingDetails.module.css';

type Props = {
  details: BillingDetails | null;
  submitLabel: string;
  onSaved: () => void;
  onCancel?: () => void;
};

const EMPTY: BillingDetails = {
  name: '',
  tax_number: '',
  tax_office: '',
  address: '',
  district: '',
  city: '',
  country: '',
};

/** Title or name, number and address of the buyer, as invoices from now on show them. */
export function BillingDetailsForm({ details, submitLabel, onSaved, onCancel }: Props) {
  const { t, i18n } = useTranslation();
  const save = useSaveBillingDetails();
  const validate = validateBy(BillingDetails, t);
  const form = useForm<BillingDetails>({
    initialValues: details ?? { ...EMPTY, country: i18n.language === 'tr' ? 'Türkiye' : '' },
    validate: (values) => {
      const errors = validate(values);
      if (errors['tax_number']) errors['tax_number'] = t('billingDetails.wrongNumber');
      return errors;
    },
  });
  const submit = useFormSubmit(form, async (values) => {
    // The failure is shown below.
    const saved = await save.mutateAsync(BillingDetails.parse(values)).catch((error: unknown) => {
      if (error instanceof ApiError) form.setErrors(serverFieldErrors(error.fields));
      return null;
    });
    if (saved) onSaved();
  });
  const field = (name: keyof BillingDetails, autoComplete: string) => ({
    label: t(`billingDetails.${name}`),
    autoComplete,
    ...form.getInputProps(name),
  });
  return (
    <form noValidate onSubmit={submit} aria-labelledby="billing-details-title">
      <Text size="sm" c="dimmed" mt={4} mb="sm">
        {t('billingDetails.why')}
      </Text>
      {save.isError && (
        <FormMessage type="error">
          {formFailureText(t, save.error, form.values, t('billingDetails.saveFailed'))}
        </FormMessage>
      )}
      <TextInput required {...field('name', 'organization')} />
      <div className={classes.fields}>
        <TextInput
          {...field('tax_number', 'off')}
          inputMode="numeric"
          description={t('billingDetails.numberHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <TextInput
          {...field('tax_office', 'off')}
          description={t('billingDetails.officeHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </div>
      <TextInput required mt="sm" {...field('address', 'street-address')} />
      <div className={classes.fields}>
        <TextInput {...field('district', 'address-level3')} />
        <TextInput required {...field('city', 'address-level2')} />
        <TextInput required {...field('country', 'country-name')} />
      </div>
      <Group gap="sm" mt="md">
        <Button type="submit" h={44} loading={save.isPending}>
          {submitLabel}
        </Button>
        {onCancel && (
          <Button variant="default" h={44} onClick={onCancel}>
            {t('actions.cancel')}
          </Button>
        )}
      </Group>
    </form>
  );
}
