import { Text, Title } from '@mantine/core';
import { Email } from '@vitrin/shared/contract/users.ts';
import { useId } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { z } from 'zod';
import { formFailureText, validateBy } from '../../components/forms/form-errors.ts';
import { useAutofocus } from '../../components/forms/use-autofocus.ts';
import { useCorrectAddress } from '../../features/auth/email-api.ts';
import { AuthForm } from '../../features/auth/form/AuthForm.tsx';
import { CurrentPasswordInput } from '../../features/auth/form/CurrentPasswordInput.tsx';
import { EmailInput } from '../../features/auth/form/EmailInput.tsx';
import { UsernameInput } from '../../features/auth/form/UsernameInput.tsx';
import { useAuthForm } from '../../features/auth/form/use-auth-form.ts';

/** The password is checked as at login; the rules for new ones do not apply. */
const Correction = z.object({
  email: Email,
  username: z.string().trim().min(1),
  password: z.string().refine((text) => text !== '', 'blank'),
});

type Props = {
  /** The name typed at registration or login; empty where that is unknown. */
  username: string;
  onDone: (email: string) => void;
  onCancel: () => void;
};

/** Corrects a mistyped address before it is verified; asks for the password. */
export function CorrectAddressForm({ username, onDone, onCancel }: Props) {
  const { t } = useTranslation();
  const title = useId();
  const autofocus = useAutofocus<HTMLInputElement>();
  const correct = useCorrectAddress();
  const { form, ...state } = useAuthForm({
    initialValues: { email: '', username, password: '' },
    validate: validateBy(Correction, t),
    send: async (values) => {
      const email = values.email.trim();
      await correct.mutateAsync({ ...values, email, username: values.username.trim() });
      onDone(email);
    },
    marksFields: true,
    failureText: (error, values) => formFailureText(t, error, values, t('verifyEmail.correctionFailed')),
  });

  return (
    <AuthForm
      state={state}
      submitLabel={t('verifyEmail.correctSubmit')}
      isSending={correct.isPending}
      onCancel={onCancel}
      headingId={title}
      heading={
        <>
          <Title order={2} id={title} size="h4">
            {t('verifyEmail.correct')}
          </Title>
          <Text c="dimmed" mt={4} mb="md">
            {t('verifyEmail.correctLead')}
          </Text>
        </>
      }
    >
      <EmailInput
        label={t('verifyEmail.rightAddress')}
        mt="md"
        {...autofocus}
        {...form.getInputProps('email')}
      />
      <UsernameInput description={undefined} mt="md" {...form.getInputProps('username')} />
      <CurrentPasswordInput {...form.getInputProps('password')} />
    </AuthForm>
  );
}
