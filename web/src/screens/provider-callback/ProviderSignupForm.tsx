import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Username } from '@vitrin/shared/contract/users.ts';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormMessage } from '../../components/FormMessage.tsx';
import { AuthForm } from '../../features/auth/AuthForm.tsx';
import { pendingSignupQuery, useProviderSignup } from '../../features/auth/provider-api.ts';
import { useSignupForm } from '../../features/auth/use-signup-form.ts';
import { UsernameInput } from '../../features/auth/UsernameInput.tsx';

const UsernameForm = z.object({ username: Username });

/** The username the provider's account suggests is taken: another one is chosen here (DECISIONS "Social login"). */
export function ProviderSignupForm() {
  const { t } = useTranslation();
  const pending = useQuery(pendingSignupQuery).data;
  const email = pending?.user.email;
  const signup = useProviderSignup();
  const { form, limit, failure, onSubmit } = useSignupForm({
    initialValues: { username: '' },
    schema: UsernameForm,
    signUp: ({ username }) => signup.mutateAsync({ username, ...(email && { email }) }),
    emailOf: () => email,
  });

  const provider = pending?.account.provider.name ?? '';
  return (
    <AuthForm title={t('auth.chooseUsername')} lead={t('auth.chooseUsernameLead', { provider })}>
      {limit.message !== null && <FormMessage type="warning">{limit.message}</FormMessage>}
      {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
      <form noValidate onSubmit={onSubmit}>
        <UsernameInput {...form.getInputProps('username')} />
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
