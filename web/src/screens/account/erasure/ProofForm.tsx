import { Button, Group, PasswordInput, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FormMessage } from '../../../components/forms/FormMessage.tsx';
import { errorText } from '../../../components/feedback/error-text.ts';
import { toastSuccess } from '../../../components/feedback/toast.ts';
import { useFormat } from '../../../components/use-format.ts';
import { hasPasswordQuery } from '../../../features/account/api.ts';
import { askErasure, refreshAccount } from '../../../features/account/erasure-api.ts';
import { useSignedInUser } from '../../../features/auth/api.ts';
import { RateLimitMessage } from '../../../features/auth/form/RateLimitMessage.tsx';
import { useAuthForm } from '../../../features/auth/form/use-auth-form.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ApiError } from '../../../lib/api-error.ts';

/** Proof that the account's owner asks: the password, or the typed username if there is none. */
export function ProofForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { username } = useSignedInUser();
  const hasPassword = useQuery(hasPasswordQuery).data;
  const { form, limit, failure, onSubmit } = useAuthForm({
    initialValues: { password: '', username: '' },
    validate: {
      password: (value) => (hasPassword && value === '' ? t('validation.required') : null),
      username: (value) => (!hasPassword && value === '' ? t('validation.required') : null),
    },
    send: async (values) => {
      const proof = hasPassword ? { password: values.password } : { username: values.username };
      const { due_at } = await askErasure(proof);
      await refreshAccount();
      onClose();
      toastSuccess(t('erasure.asked', { date: format.dateTime(due_at) }));
    },
    marksFields: true,
    failureText: (error) => {
      const isAtFields = error instanceof ApiError && Object.keys(error.fields).length > 0;
      return isAtFields ? null : errorText(t, error, t('erasure.failed'));
    },
  });
  if (hasPassword === undefined) return <Skeleton height={220} />;
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        <Text>{hasPassword ? t('erasure.passwordText') : t('erasure.usernameText', { username })}</Text>
        <RateLimitMessage limit={limit} />
        {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        {hasPassword ? (
          <PasswordInput
            label={t('auth.password')}
            autoComplete="current-password"
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
            {...form.getInputProps('password')}
          />
        ) : (
          <TextInput
            label={t('auth.username')}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('username')}
          />
        )}
        <Group justify="flex-end" mt="xs" gap="sm">
          <Button variant="default" h={44} onClick={onClose}>
            {t('erasure.stay')}
          </Button>
          <Button type="submit" color="red" h={44} loading={form.submitting} disabled={limit.isWaiting}>
            {t('erasure.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
