import { Button, Modal, Text, TextInput, getDefaultZIndex } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import type { User } from '@vitrin/shared/contract/users.ts';
import { useState } from 'react';
import { FormMessage } from '../../../components/forms/FormMessage.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { loadCode } from '../../../lib/code/load-code.ts';
import { sessionResumed } from '../../../lib/ended-session.ts';
import { deleteSession } from '../api.ts';
import { knowsPasskeys } from '../passkeys/knows-passkeys.ts';
import { sendPassword, useLogInAgain } from '../sign-in-api.ts';
import { asksForFactor } from '../factors/factor-step.ts';
import { AuthForm } from '../form/AuthForm.tsx';
import { CurrentPasswordInput } from '../form/CurrentPasswordInput.tsx';
import { authFailureText } from '../form/failure-text.ts';
import { useAuthForm } from '../form/use-auth-form.ts';

class OtherPersonError extends Error {
  override name = 'OtherPersonError';
}

/** Login dialog in front of the open screen. It cannot be closed, since nothing behind it can be saved. */
export function LogInAgain({ user }: { user: User }) {
  const { t } = useTranslation();
  const login = useLogInAgain(user);
  const { form, ...state } = useAuthForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? t('validation.required') : null) },
    send: async ({ password }) => {
      const current = await login.mutateAsync(() => sendPassword(user.username, password));
      if (current.id !== user.id) throw new OtherPersonError();
      sessionResumed();
    },
    failureText: (error) => {
      if (error instanceof OtherPersonError) return t('auth.again.otherPerson');
      if (asksForFactor(error)) return t('auth.again.factor');
      const isRefused = error instanceof ApiError && error.status < 500;
      return authFailureText(t, error, isRefused ? t('auth.loginFailed') : t('errors.generic'));
    },
  });

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
      <AuthForm
        state={state}
        submitLabel={t('actions.login')}
        isSending={login.isPending}
        heading={<Text mb="md">{t('auth.again.message', { username: user.username })}</Text>}
        offersReset={false}
        button={{ size: 'sm', h: 44, mt: 'md' }}
      >
        <TextInput
          label={t('auth.username')}
          value={user.username}
          readOnly
          autoComplete="username"
          variant="filled"
        />
        <CurrentPasswordInput size="sm" data-autofocus {...form.getInputProps('password')} />
      </AuthForm>
      {knowsPasskeys() && <PasskeyAgain user={user} />}
      <Text size="sm" c="dimmed" mt="md">
        {t('auth.again.otherTab')}
      </Text>
    </Modal>
  );
}

/** The person closed the browser's question. */
class NotPickedError extends Error {
  override name = 'NotPickedError';
}

/** Logs in again by a passkey. One of another account begins no session that stays. */
function PasskeyAgain({ user }: { user: User }) {
  const { t } = useTranslation();
  const login = useLogInAgain(user);
  const [failure, setFailure] = useState<string | null>(null);
  const logIn = async () => {
    setFailure(null);
    let isSent = false;
    try {
      const { pick, sendCredential } = await loadCode(() => import('../passkeys/ceremonies.ts'));
      const current = await login.mutateAsync(async () => {
        const picked = await pick();
        if (!picked) throw new NotPickedError();
        await sendCredential(picked);
        isSent = true;
      });
      if (current.id === user.id) return sessionResumed();
      if (isSent) await deleteSession();
      setFailure(
        isSent ? t('auth.again.otherPasskey', { username: user.username }) : t('auth.again.otherPerson'),
      );
    } catch (error) {
      if (error instanceof NotPickedError) setFailure(t('auth.passkeyNotUsed'));
      else setFailure(authFailureText(t, error, t('auth.loginFailed')));
    }
  };
  return (
    <>
      <Button
        variant="default"
        h={44}
        mt="sm"
        fullWidth
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={login.isPending}
        onClick={() => void logIn()}
      >
        {t('auth.passkey')}
      </Button>
      {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
    </>
  );
}
