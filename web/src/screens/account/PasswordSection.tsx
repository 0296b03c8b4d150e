import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { MIN_PASSWORD_LENGTH } from '@vitrin/shared/contract/users.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { errorText } from '../../components/feedback/error-text.ts';
import { serverFieldErrors } from '../../components/forms/form-errors.ts';
import { toastSuccess } from '../../components/feedback/toast.ts';
import { useFormSubmit } from '../../components/forms/use-form-submit.ts';
import { hasPasswordQuery, useChangePassword } from '../../features/account/api.ts';
import { useSignedInUser } from '../../features/auth/api.ts';
import { NewPasswordInput } from '../../features/auth/passwords/NewPasswordInput.tsx';
import { useRateLimit } from '../../features/auth/rate-limit.ts';
import { RateLimitMessage } from '../../features/auth/RateLimitMessage.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { AccountSection } from './AccountSection.tsx';

export function PasswordSection() {
  const { t } = useTranslation();
  const { username } = useSignedInUser();
  const hasPassword = useQuery(hasPasswordQuery).data ?? true;
  const change = useChangePassword();
  const limit = useRateLimit();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues: { current_password: '', new_password: '', confirm: '' },
    validate: {
      current_password: (value) => (hasPassword && value === '' ? t('validation.required') : null),
      new_password: (value) => (value.length < MIN_PASSWORD_LENGTH ? t('validation.passwordShort') : null),
      confirm: (value, { new_password }) => (value === new_password ? null : t('auth.passwordsDiffer')),
    },
  });

  const submit = async ({ current_password, new_password }: typeof form.values) => {
    setFailure(null);
    limit.forget();
    try {
      await change.mutateAsync({ new_password, ...(hasPassword && { current_password }) });
      form.reset();
      toastSuccess(t('account.passwordChanged'));
    } catch (error) {
      if (limit.meet(error)) return;
      const fields = error instanceof ApiError ? serverFieldErrors(error.fields) : {};
      form.setErrors(fields);
      if (Object.keys(fields).length === 0) setFailure(errorText(t, error, t('account.passwordFailed')));
    }
  };
  const onSubmit = useFormSubmit(form, submit);

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
