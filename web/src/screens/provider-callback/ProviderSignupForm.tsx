import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Email, Username } from '@vitrin/shared/contract/users.ts';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormMessage } from '../../components/FormMessage.tsx';
import { AuthForm } from '../../features/auth/AuthForm.tsx';
import { pendingSignupQuery, useProviderSignup } from '../../features/auth/provider-api.ts';
import { useSignupForm } from '../../features/auth/use-signup-form.ts';
import { UsernameInput } from '../../features/auth/UsernameInput.tsx';
import { RateLimitMessage } from '../../features/auth/RateLimitMessage.tsx';

const UsernameForm = z.object({ username: Username });
const WholeForm = z.object({ username: Username, email: Email });

/**
 * The username the provider's account suggests is taken, or the provider told no address: what is missing is given
 * here (DECISIONS "Social login").
 */
export function ProviderSignupForm() {
  const { t } = useTranslation();
  const pending = useQuery(pendingSignupQuery).data;
  const email = pending?.user.email;
  const needsEmail = pending !== undefined && email === undefined;
  const signup = useProviderSignup();
  const { form, limit, failure, onSubmit } = useSignupForm({
    initialValues: { username: '', email: '' },
    schema: needsEmail ? WholeForm : UsernameForm,
    signUp: ({ username, email: given }) => signup.mutateAsync({ username, email: email ?? given }),
    emailOf: ({ email: given }) => email ?? given.trim(),
  });

  const provider = pending?.account.provider.name ?? '';
  return (
    <AuthForm
      title={t('auth.chooseUsername')}
      lead={t(needsEmail ? 'auth.noAddressLead' : 'auth.chooseUsernameLead', { provider })}
    >
      <RateLimitMessage limit={limit} />
      {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
      <form noValidate onSubmit={onSubmit}>
        <UsernameInput {...form.getInputProps('username')} />
        {needsEmail && (
          <TextInput
            type="email"
            label={t('auth.email')}
            autoComplete="email"
            size="md"
            mt="md"
            {...form.getInputProps('email')}
          />
        )}
        <Button
          type="submit"
          size="md"
          fullWidth
          mt="lg"
          loading={signup.isPending}
          disabled={limit.isWaiting}
        >
          {t('auth.continue')}
        </Button>
      </form>
    </AuthForm>
  );
}
