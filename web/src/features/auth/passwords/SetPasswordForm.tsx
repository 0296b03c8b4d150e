import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { MIN_PASSWORD_LENGTH, type User, type VerifiedToken } from '@vitrin/shared/contract/users.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormMessage } from '../../../components/forms/FormMessage.tsx';
import { isShownAtFields, serverFieldErrors } from '../../../components/forms/form-errors.ts';
import { useFormSubmit } from '../../../components/forms/use-form-submit.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { looksLikeEmail } from '../email-api.ts';
import { authFailureText } from '../failure-text.ts';
import { LoginName } from '../LoginName.tsx';
import { NewPasswordInput } from './NewPasswordInput.tsx';
import { useResetPassword } from './password-api.ts';
import { useRateLimit } from '../rate-limit.ts';
import { RateLimitMessage } from '../RateLimitMessage.tsx';

type Props = {
  link: VerifiedToken;
  submitLabel: string;
  /** An invitation offers to give an address too (specification 2.4). */
  withEmail: boolean;
  /** For a failure the server has no words for. */
  failedText: string;
  onDone: (user: User) => void;
};

/** Password and confirmation, both checked before anything is sent (specification 2.4). */
export function SetPasswordForm(props: Props) {
  const { link, submitLabel, withEmail, failedText, onDone } = props;
  const { t } = useTranslation();
  const reset = useResetPassword(link.username);
  const limit = useRateLimit();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues: { password: '', password_confirm: '', email: '', keep_identities: false },
    validate: {
      password: (value) => (value.length < MIN_PASSWORD_LENGTH ? t('validation.passwordShort') : null),
      password_confirm: (value, { password }) => (value === password ? null : t('auth.passwordsDiffer')),
      email: (value) => (value.trim() === '' || looksLikeEmail(value) ? null : t('validation.email')),
    },
  });

  const submit = async (values: typeof form.values) => {
    setFailure(null);
    limit.forget();
    const email = values.email.trim();
    const { password, password_confirm, keep_identities } = values;
    try {
      onDone(
        await reset.mutateAsync({
          reset_token: link.token,
          password,
          password_confirm,
          ...(link.has_identities && { keep_identities }),
          ...(withEmail && email !== '' && { email }),
        }),
      );
    } catch (error) {
      if (limit.meet(error)) return;
      const fields = error instanceof ApiError ? serverFieldErrors(error.fields) : {};
      form.setErrors(fields);
      setFailure(
        isShownAtFields(error, values) ? t('errors.checkForm') : authFailureText(t, error, failedText),
      );
    }
  };
  const onSubmit = useFormSubmit(form, submit);

  return (
    <form noValidate onSubmit={onSubmit}>
      <RateLimitMessage limit={limit} />
      {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
      <LoginName username={link.username} />
      <NewPasswordInput
        name="password"
        label={withEmail ? t('auth.password') : t('auth.newPassword')}
        size="md"
        mt="md"
        {...form.getInputProps('password')}
      />
      <PasswordInput
        name="password_confirm"
        label={t('auth.passwordConfirm')}
        autoComplete="new-password"
        size="md"
        mt="md"
        visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
        {...form.getInputProps('password_confirm')}
      />
      {withEmail && (
        <TextInput
          type="email"
          label={t('auth.emailOptional')}
          description={t('auth.emailOptionalHint')}
          autoComplete="email"
          size="md"
          mt="md"
          {...form.getInputProps('email')}
        />
      )}
      {link.has_identities && (
        <Checkbox
          label={t('auth.keepIdentities')}
          description={t('auth.keepIdentitiesHint')}
          mt="lg"
          {...form.getInputProps('keep_identities', { type: 'checkbox' })}
        />
      )}
      <Button type="submit" size="md" fullWidth mt="xl" loading={reset.isPending} disabled={limit.isWaiting}>
        {submitLabel}
      </Button>
    </form>
  );
}
