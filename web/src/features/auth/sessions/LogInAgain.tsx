import { Button, Modal, PasswordInput, Stack, Text, TextInput, getDefaultZIndex } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { User } from '@vitrin/shared/contract/users.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormMessage } from '../../../components/forms/FormMessage.tsx';
import { useFormSubmit } from '../../../components/forms/use-form-submit.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useLogInAgain } from '../api.ts';
import { sessionResumed } from '../../../lib/ended-session.ts';
import { authFailureText } from '../failure-text.ts';
import { useRateLimit } from '../rate-limit.ts';
import { RateLimitMessage } from '../RateLimitMessage.tsx';

/**
 * In front of whatever was being done when the session ended. It has no way out but the login: behind it nothing can be
 * saved, and leaving the page is the browser's own question.
 */
export function LogInAgain({ user }: { user: User }) {
  const { t } = useTranslation();
  const login = useLogInAgain(user);
  const limit = useRateLimit();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? t('validation.required') : null) },
  });
  const submit = async ({ password }: { password: string }) => {
    setFailure(null);
    limit.forget();
    try {
      const current = await login.mutateAsync(password);
      if (current.id === user.id) sessionResumed();
      else setFailure(t('auth.again.otherPerson'));
    } catch (error) {
      if (limit.meet(error)) return;
      const isRefused = error instanceof ApiError && error.status < 500;
      setFailure(
        isRefused
          ? authFailureText(t, error, t('auth.loginFailed'))
          : authFailureText(t, error, t('errors.generic')),
      );
    }
  };
  const onSubmit = useFormSubmit(form, submit);

  return (
    <Modal
      opened
      onClose={() => {}}
      title={t('auth.again.title')}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={getDefaultZIndex('overlay')}
    >
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md">
          <Text>{t('auth.again.message', { username: user.username })}</Text>
          <RateLimitMessage limit={limit} offersReset={false} />
          {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
          <TextInput
            label={t('auth.username')}
            value={user.username}
            readOnly
            autoComplete="username"
            variant="filled"
          />
          <PasswordInput
            label={t('auth.password')}
            autoComplete="current-password"
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
            {...form.getInputProps('password')}
          />
          <Button type="submit" h={44} fullWidth loading={login.isPending} disabled={limit.isWaiting}>
            {t('actions.login')}
          </Button>
          <Text size="sm" c="dimmed">
            {t('auth.again.otherTab')}
          </Text>
        </Stack>
      </form>
    </Modal>
  );
}
