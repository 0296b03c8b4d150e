import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { CreateCustomer, type Person } from '@vitrin/shared/contract/customers.ts';
import type { TFunction } from '../../i18n/translator.ts';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FormButtons } from '../../components/forms/FormButtons.tsx';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { errorText } from '../../components/feedback/error-text.ts';
import { validateBy } from '../../components/forms/form-errors.ts';
import { useAutofocus } from '../../components/forms/use-autofocus.ts';
import { useFormSubmit } from '../../components/forms/use-form-submit.ts';
import { useUnsavedChanges } from '../../components/forms/unsaved-changes.ts';
import { ApiError } from '../../lib/api-error.ts';

/** More than any number of a phone has, with spaces and brackets. */
const MAX_PHONE_LENGTH = 40;

type Values = { username: string; email: string; phone: string };

type Props = {
  /** Creates the account that the form describes. */
  create: { mutateAsync: (input: CreateCustomer) => Promise<Person>; isPending: boolean };
  submitLabel: string;
  /** Asks for a phone number too, which the server never sees: `onCreated` gets it as typed. */
  asksPhone?: boolean;
  onCreated: (created: Person, phone: string) => void;
  onCancel: () => void;
};

/** A username and an address, for a customer or a person of one. Errors: the server's message about the username first, then its first other message (specification 10.6). */
export function CustomerForm({ create, submitLabel, asksPhone = false, onCreated, onCancel }: Props) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<string | null>(null);
  const autofocus = useAutofocus<HTMLInputElement>();
  const form = useForm({
    initialValues: { username: '', email: '', phone: '' },
    validate: (values) => validateBy(CreateCustomer, t)(inputOf(values)),
  });

  useUnsavedChanges(form.isDirty());

  const save = async (values: Values) => {
    setFailure(null);
    try {
      onCreated(await create.mutateAsync(inputOf(values)), values.phone);
    } catch (error) {
      const aboutUsername = error instanceof ApiError ? error.fields['username']?.[0] : undefined;
      if (aboutUsername === undefined) setFailure(failureText(t, error));
      else form.setFieldError('username', aboutUsername);
      form.getInputNode('username')?.focus();
    }
  };
  const onSubmit = useFormSubmit(form, save);

  return (
    <form noValidate onSubmit={onSubmit}>
      {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
      <TextInput
        label={t('customers.username')}
        description={t('customers.usernameHint')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...autofocus}
        required
        withAsterisk={false}
        {...form.getInputProps('username')}
      />
      <TextInput
        type="email"
        mt="md"
        label={t('customers.email')}
        description={t('customers.emailHint')}
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      {asksPhone && (
        <TextInput
          type="tel"
          mt="md"
          label={t('customers.phone')}
          description={t('customers.phoneHint')}
          autoComplete="off"
          maxLength={MAX_PHONE_LENGTH}
          {...form.getInputProps('phone')}
        />
      )}
      <FormButtons submitLabel={submitLabel} isSaving={create.isPending} onCancel={onCancel} />
    </form>
  );
}

function inputOf({ username, email }: Values): CreateCustomer {
  return { username, ...(email.trim() !== '' && { email }) };
}

function failureText(t: TFunction, error: unknown): string {
  const first = error instanceof ApiError ? Object.values(error.fields).flat()[0] : undefined;
  return first ?? errorText(t, error, t('customers.createFailed'));
}
