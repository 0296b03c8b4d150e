import { Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type BillingDetails, Buyer } from '@vitrin/shared/contract/payments/buyer.ts';
import { isIdentityNumber } from '@vitrin/shared/rules/money/turkish-numbers.ts';
import { validateBy } from '../../components/forms/form-errors.ts';
import { useFormSubmit } from '../../components/forms/use-form-submit.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import classes from './CheckoutSummary.module.css';

type Props = {
  /** Id of the form, which a button outside of it submits. */
  id: string;
  /** Details that invoices carry, from which the form is filled in; null where there are none. */
  details: BillingDetails | null;
  onBuyer: (buyer: Buyer) => Promise<void>;
};

const EMPTY: Buyer = {
  name: '',
  surname: '',
  identity_number: '',
  phone: '',
  address: '',
  city: '',
  country: '',
  zip_code: '',
};

/** Values of the buyer that the billing details have, too: the address, and the identity number of a person. */
function buyerOf({ tax_number, address, city, country }: BillingDetails): Partial<Buyer> {
  return { identity_number: tax_number.length === 11 ? tax_number : '', address, city, country };
}

/** Form for the data that a payment provider asks of the buyer. It is sent with the order and kept nowhere, not in the browser either. */
export function BuyerForm({ id, details, onBuyer }: Props) {
  const { t } = useTranslation();
  const validate = validateBy(Buyer, t);
  const form = useForm<Buyer>({
    initialValues: details ? { ...EMPTY, ...buyerOf(details) } : EMPTY,
    validate: (values): Record<string, string> => {
      const errors = validate(values);
      if (values.identity_number !== '' && !isIdentityNumber(values.identity_number.trim()))
        errors['identity_number'] = t('checkout.buyer.wrongIdentityNumber');
      if (values.phone !== '' && errors['phone']) errors['phone'] = t('checkout.buyer.wrongPhone');
      for (const name of ['identity_number', 'phone'] as const)
        if (values[name].trim() === '') errors[name] = t('validation.required');
      return errors;
    },
  });
  const submit = useFormSubmit(form, (values) => onBuyer(Buyer.parse(values)));
  const field = (name: keyof Buyer, autoComplete: string) => ({
    label: t(`checkout.buyer.${name}`),
    autoComplete,
    ...form.getInputProps(name),
  });
  return (
    <form id={id} noValidate onSubmit={submit} aria-labelledby="buyer-title">
      <Title order={3} id="buyer-title" size="h4">
        {t('checkout.buyer.title')}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="sm">
        {t('checkout.buyer.why')}
      </Text>
      <div className={classes.fields}>
        <TextInput required {...field('name', 'given-name')} />
        <TextInput required {...field('surname', 'family-name')} />
        <TextInput
          required
          {...field('identity_number', 'off')}
          description={t('checkout.buyer.identityHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <TextInput
          required
          type="tel"
          {...field('phone', 'tel')}
          description={t('checkout.buyer.phoneHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </div>
      <TextInput required mt="sm" {...field('address', 'street-address')} />
      <div className={classes.fields}>
        <TextInput {...field('zip_code', 'postal-code')} />
        <TextInput required {...field('city', 'address-level2')} />
        <TextInput required {...field('country', 'country-name')} />
      </div>
    </form>
  );
}
