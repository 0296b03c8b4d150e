import { Checkbox, PasswordInput } from '@mantine/core';
import { MIN_PASSWORD_LENGTH, type User, type VerifiedToken } from '@vitrin/shared/contract/users.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { isShownAtFields } from '../../../components/forms/form-errors.ts';
import { looksLikeEmail } from '../email-api.ts';
import { useFactorStep } from '../factors/factor-step.ts';
import { AuthForm } from '../form/AuthForm.tsx';
import { EmailInput } from '../form/EmailInput.tsx';
import { LoginName } from '../form/LoginName.tsx';
import { authFailureText } from '../form/failure-text.ts';
import { useAuthForm } from '../form/use-auth-form.ts';
import { InvitedPasskey } from '../passkeys/late-invited-passkey.tsx';
import { NewPasswordInput } from './NewPasswordInput.tsx';
import { OptionalEmail } from './OptionalEmail.tsx';
import { useResetPassword } from './password-api.ts';

type Props = {
  link: VerifiedToken;
  submitLabel: string;
  /** An invitation asks for one password, sent as both, and folds an address field. */
  isInvitation?: boolean;
  /** Shown when the server gives no sentence for a failure. */
  failedText: string;
  onDone: (user: User) => void;
};

/** Password and, after a reset, its confirmation; both checked before anything is sent (specification 2.4). */
export function SetPasswordForm(props: Props) {
  const { link, submitLabel, isInvitation = false, failedText, onDone } = props;
  const { t } = useTranslation();
  const reset = useResetPassword(link.username);
  const leadToFactor = useFactorStep();
  const { form, ...state } = useAuthForm({
    initialValues: { password: '', password_confirm: '', email: '', keep_identities: false },
    validate: {
      password: (value) => (value.length < MIN_PASSWORD_LENGTH ? t('validation.passwordShort') : null),
      password_confirm: (value, { password }) =>
        isInvitation || value === password ? null : t('auth.passwordsDiffer'),
      email: (value) => (value.trim() === '' || looksLikeEmail(value) ? null : t('validation.email')),
    },
    send: async ({ password, password_confirm, email: typed, keep_identities }) => {
      const email = typed.trim();
      const user = await reset.mutateAsync({
        reset_token: link.token,
        password,
        password_confirm: isInvitation ? password : password_confirm,
        ...(link.has_identities && { keep_identities }),
        ...(isInvitation && email !== '' && { email }),
      });
      onDone(user);
    },
    marksFields: true,
    failureText: async (error, values) => {
      if (await leadToFactor(error)) return null;
      return isShownAtFields(error, values) ? t('errors.checkForm') : authFailureText(t, error, failedText);
    },
  });

  const readChoices = () => {
    if (form.validateField('email').hasError) return null;
    const { email: typed, keep_identities } = form.getValues();
    const email = typed.trim();
    return { ...(link.has_identities && { keep_identities }), ...(email !== '' && { email }) };
  };

  return (
    <>
      <AuthForm state={state} submitLabel={submitLabel} isSending={reset.isPending} button={{ mt: 'xl' }}>
        <LoginName username={link.username} quiet={isInvitation} />
        <NewPasswordInput
          name="password"
          label={isInvitation ? t('auth.password') : t('auth.newPassword')}
          size="md"
          mt="md"
          {...form.getInputProps('password')}
        />
        {!isInvitation && (
          <PasswordInput
            name="password_confirm"
            label={t('auth.passwordConfirm')}
            autoComplete="new-password"
            size="md"
            pt="md"
            visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
            {...form.getInputProps('password_confirm')}
          />
        )}
        {isInvitation && !link.mailed_to && (
          <OptionalEmail hasError={form.errors['email'] !== undefined}>
            <EmailInput
              label={t('auth.emailOptional')}
              description={t('auth.emailOptionalHint')}
              {...form.getInputProps('email')}
            />
          </OptionalEmail>
        )}
        {link.has_identities && (
          <Checkbox
            label={t('auth.keepIdentities')}
            description={t('auth.keepIdentitiesHint')}
            mt="lg"
            {...form.getInputProps('keep_identities', { type: 'checkbox' })}
          />
        )}
      </AuthForm>
      {link.passkey && <InvitedPasskey {...{ link, state, readChoices, onDone }} />}
    </>
  );
}
