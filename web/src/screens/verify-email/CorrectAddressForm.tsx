import { Button, Group, PasswordInput, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Email } from '@vitrin/shared/contract/users.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { formFailureText, serverFieldErrors, validateBy } from '../../components/forms/form-errors.ts';
import { useAutofocus } from '../../components/forms/use-autofocus.ts';
import { useFormSubmit } from '../../components/forms/use-form-submit.ts';
import { useCorrectAddress } from '../../features/auth/email-api.ts';
import { useRateLimit } from '../../features/auth/rate-limit.ts';
import { RateLimitMessage } from '../../features/auth/RateLimitMessage.tsx';
import { UsernameInput } from '../../features/auth/UsernameInput.tsx';
import { ApiError } from '../../lib/api-error.ts';

/** A password is asked for as at login; how long a new one must be is of no interest here. */
const Correction = z.object({
  email: Email,
  username: z.string().trim().min(1),
  password: z.string().refine((text) => text !== '', 'blank'),
});

type Props = {
  /** As it was typed at registration or login, empty where that is not known. */
  username: string;
  onDone: (email: string) => void;
  onCancel: () => void;
};

/** Corrects a mistyped address before it is verified, by whoever knows the password. */
export function CorrectAddressForm({ username, onDone, onCancel }: Props) {
  const { t } = useTranslation();
  const title = useId();
  const autofocus = useAutofocus<HTMLInputElement>();
  const correct = useCorrectAddress();
  const limit = useRateLimit();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues: { email: '', username, password: '' },
    validate: validateBy(Correction, t),
  });

  const submit = async (values: typeof form.values) => {
    setFailure(null);
    limit.forget();
    const email = values.email.trim();
    try {
      await correct.mutateAsync({ ...values, email, username: values.username.trim() });
      onDone(email);
    } catch (error) {
      if (limit.meet(error)) return;
      if (error instanceof ApiError) form.setErrors(serverFieldErrors(error.fields));
      setFailure(formFailureText(t, error, values, t('verifyEmail.correctionFailed')));
    }
  };
  const onSubmit = useFormSubmit(form, submit);

  return (
    <form noValidate onSubmit={onSubmit} aria-labelledby={title}>
      <Title order={2} id={title} size="h4">
        {t('verifyEmail.correct')}
      </Title>
      <Text c="dimmed" mt={4} mb="md">
        {t('verifyEmail.correctLead')}
      </Text>
      <RateLimitMessage limit={limit} />
      {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
      <TextInput
        type="email"
        name="email"
        label={t('verifyEmail.rightAddress')}
        autoComplete="email"
        size="md"
        mt="md"
        {...autofocus}
        {...form.getInputProps('email')}
      />
      <UsernameInput description={undefined} mt="md" {...form.getInputProps('username')} />
      <PasswordInput
        name="password"
        label={t('auth.password')}
        autoComplete="current-password"
        size="md"
        mt="md"
        visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
        {...form.getInputProps('password')}
      />
      <Group grow mt="lg">
        <Button variant="default" size="md" onClick={onCancel}>
          {t('actions.cancel')}
        </Button>
        <Button type="submit" size="md" loading={correct.isPending} disabled={limit.isWaiting}>
          {t('verifyEmail.correctSubmit')}
        </Button>
      </Group>
    </form>
  );
}
