import { Button, PasswordInput, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MIN_PASSWORD_LENGTH } from '@vitrin/shared/contract/users.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { errorText } from '../../components/feedback/error-text.ts';
import { isShownAtFields } from '../../components/forms/form-errors.ts';
import { toastSuccess } from '../../components/feedback/toast.ts';
import { hasPasswordQuery, useChangePassword } from '../../features/account/api.ts';
import { useSignedInUser } from '../../features/auth/api.ts';
import { NewPasswordInput } from '../../features/auth/passwords/NewPasswordInput.tsx';
import { useAuthForm } from '../../features/auth/form/use-auth-form.ts';
import { RateLimitMessage } from '../../features/auth/form/RateLimitMessage.tsx';
import { AccountSection } from './AccountSection.tsx';

export function PasswordSection() {
  const { t } = useTranslation();
  const { username } = useSignedInUser();
  const hasPassword = useQuery(hasPasswordQuery).data ?? true;
  const change = useChangePassword();
  const { form, limit, failure, onSubmit } = useAuthForm({
    initialValues: { current_password: '', new_password: '', confirm: '' },
    validate: {
      current_password: (value) => (hasPassword && value === '' ? t('validation.required') : null),
      new_password: (value) => (value.length < MIN_PASSWORD_LENGTH ? t('validation.passwordShort') : null),
      confirm: (value, { new_password }) => (value === new_password ? null : t('auth.passwordsDiffer')),
    },
    send: async ({ current_password, new_password }, { reset }) => {
      await change.mutateAsync({ new_password, ...(hasPassword && { current_password }) });
      reset();
      toastSuccess(t('account.passwordChanged'));
    },
    marksFields: true,
    failureText: (error) => {
      const isAtFields = isShownAtFields(error, form.values);
      return isAtFields ? null : errorText(t, error, t('account.passwordFailed'));
    },
  });

  const toggle = { visibilityToggleButtonProps: { 'aria-label': t('auth.showPassword') } };
  return (
    <AccountSection title={t('account.password')} lead={t('account.passwordLead')}>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md" maw={400}>
          <RateLimitMessage limit={limit} />
          {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
          <input type="text" autoComplete="username" value={username} readOnly hidden />
          {hasPassword && (
            <PasswordInput
              label={t('account.currentPassword')}
              autoComplete="current-password"
              {...toggle}
              {...form.getInputProps('current_password')}
            />
          )}
          <NewPasswordInput label={t('auth.newPassword')} {...form.getInputProps('new_password')} />
          <PasswordInput
            label={t('auth.passwordConfirm')}
            autoComplete="new-password"
            {...toggle}
            {...form.getInputProps('confirm')}
          />
          <Button
            type="submit"
            variant="default"
            loading={change.isPending}
            disabled={limit.isWaiting}
            style={{ alignSelf: 'flex-start' }}
          >
            {hasPassword ? t('account.changePassword') : t('auth.setPassword')}
          </Button>
        </Stack>
      </form>
    </AccountSection>
  );
}
