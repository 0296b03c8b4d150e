import { Anchor, Button, Group, PasswordInput, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../components/feedback/error-text.ts';
import { FormButtons } from '../../../components/forms/FormButtons.tsx';
import { FormMessage } from '../../../components/forms/FormMessage.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { RateLimitMessage } from '../../../features/auth/form/RateLimitMessage.tsx';
import { authFailureText } from '../../../features/auth/form/failure-text.ts';
import { useAuthForm } from '../../../features/auth/form/use-auth-form.ts';
import { knowsPasskeys } from '../../../features/auth/passkeys/knows-passkeys.ts';
import { loadCode } from '../../../lib/code/load-code.ts';
import { type Provider, goToProvider, providersQuery } from '../../../features/auth/provider-api.ts';
import { useSignedInUser } from '../../../features/auth/api.ts';
import { connectedAccountsQuery, emailsQuery, hasPasswordQuery } from '../../../features/account/api.ts';
import { authenticatorsQuery } from '../../../features/account/factor-api.ts';
import { confirmCode, confirmPassword } from '../../../features/account/confirmation/confirmation-api.ts';
import { MailedCodeProof } from './MailedCodeProof.tsx';

type Props = { onConfirmed: () => void; onCancel: () => void };

/** Proof of the account's owner: the password, or another sign-in where there is none. */
export function ConfirmForm(props: Props) {
  const { t } = useTranslation();
  const hasPassword = useQuery(hasPasswordQuery).data;
  const authenticators = useQuery(authenticatorsQuery);
  const [wantsCode, setWantsCode] = useState(false);
  const isLoading = hasPassword === undefined || authenticators.isPending;
  const hasApp = authenticators.data?.some(({ type }) => type === 'totp') === true;
  const byCode = hasApp && (wantsCode || hasPassword === false);
  const hasPasskey =
    knowsPasskeys() && authenticators.data?.some(({ is_usable }) => is_usable === true) === true;
  const verified = useQuery(emailsQuery).data?.filter((address) => address.verified) ?? [];
  const address = verified.find(({ primary }) => primary) ?? verified[0];
  const hasOther = byCode || hasPassword === true || hasPasskey;
  return (
    <Stack gap="md">
      <Text>{t('confirm.text')}</Text>
      {isLoading && <Skeleton height={120} />}
      {!isLoading && hasPasskey && <PasskeyProof {...props} />}
      {!isLoading && byCode && <CodeProof {...props} />}
      {!isLoading && !byCode && hasPassword && <PasswordProof {...props} />}
      {!isLoading && !hasOther && address && <MailedCodeProof {...props} email={address.email} />}
      {!isLoading && !hasOther && <SignInProof onCancel={props.onCancel} isAlone={!address} />}
      {hasApp && hasPassword && (
        <Anchor component="button" type="button" onClick={() => setWantsCode(!wantsCode)}>
          {byCode ? t('factors.usePassword') : t('factors.useCode')}
        </Anchor>
      )}
    </Stack>
  );
}

function PasskeyProof({ onConfirmed }: Props) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const confirm = async () => {
    setAsking(true);
    setFailure(null);
    try {
      const { confirmByPasskey } = await loadCode(
        () => import('../../../features/auth/passkeys/ceremonies.ts'),
      );
      if (await confirmByPasskey()) onConfirmed();
    } catch (error) {
      setFailure(authFailureText(t, error, t('confirm.failed')));
    } finally {
      setAsking(false);
    }
  };
  return (
    <>
      {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
      <Button
        variant="default"
        h={44}
        leftSection={<IconFingerprint size={18} aria-hidden />}
        loading={isAsking}
        onClick={() => void confirm()}
      >
        {t('passkeys.confirm')}
      </Button>
    </>
  );
}

function CodeProof({ onConfirmed, onCancel }: Props) {
  const { t } = useTranslation();
  const { form, limit, failure, onSubmit } = useAuthForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? t('validation.required') : null) },
    send: async ({ code }) => {
      await confirmCode(code);
      onConfirmed();
    },
    failureText: (error) => errorText(t, error, t('confirm.failed')),
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        <RateLimitMessage limit={limit} offersReset={false} />
        {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
        <TextInput
          label={t('factors.code')}
          description={t('factors.confirmHint')}
          autoComplete="one-time-code"
          data-autofocus
          {...form.getInputProps('code')}
        />
      </Stack>
      <FormButtons submitLabel={t('confirm.button')} isSaving={form.submitting} onCancel={onCancel} />
    </form>
  );
}

function PasswordProof({ onConfirmed, onCancel }: Props) {
  const { t } = useTranslation();
  const { username } = useSignedInUser();
  const { form, limit, failure, onSubmit } = useAuthForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? t('validation.required') : null) },
    send: async ({ password }) => {
      await confirmPassword(password);
      onConfirmed();
    },
    failureText: (error) => errorText(t, error, t('confirm.failed')),
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        <RateLimitMessage limit={limit} offersReset={false} />
        {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <PasswordInput
          label={t('auth.password')}
          autoComplete="current-password"
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
          {...form.getInputProps('password')}
        />
      </Stack>
      <FormButtons submitLabel={t('confirm.button')} isSaving={form.submitting} onCancel={onCancel} />
    </form>
  );
}

/** The provider signs in anew and leaves the page, so the change is made again afterwards. */
function SignInProof({ onCancel, isAlone }: Pick<Props, 'onCancel'> & { isAlone: boolean }) {
  const { t } = useTranslation();
  const providers = useQuery(providersQuery).data ?? [];
  const connected = useQuery(connectedAccountsQuery).data ?? [];
  const [failure, setFailure] = useState<string | null>(null);
  const usable = providers.filter(({ id }) => connected.some(({ provider }) => provider.id === id));
  const leave = (provider: Provider) => {
    goToProvider(provider.id, 'login').catch(() =>
      setFailure(t('auth.socialStartFailed', { provider: provider.name })),
    );
  };
  if (usable.length === 0 && !isAlone) return null;
  return (
    <>
      {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
      {usable.length === 0 && <Text>{t('confirm.again')}</Text>}
      {usable.map((provider) => (
        <Text key={provider.id}>{t('confirm.provider', { provider: provider.name })}</Text>
      ))}
      <Group justify="flex-end" gap="sm">
        {isAlone && (
          <Button variant="default" h={44} onClick={onCancel}>
            {t('actions.cancel')}
          </Button>
        )}
        {usable.map((provider) => (
          <Button
            key={provider.id}
            h={44}
            variant={isAlone ? 'filled' : 'default'}
            data-autofocus={isAlone || undefined}
            onClick={() => leave(provider)}
          >
            {t('auth.continueWith', { provider: provider.name })}
          </Button>
        ))}
      </Group>
    </>
  );
}
