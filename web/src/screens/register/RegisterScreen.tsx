import { Anchor, Button, Group, TextInput } from '@mantine/core';
import { Email, Password, Username } from '@vitrin/shared/contract/users.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { z } from 'zod';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { type SignupInput, enterSession, useSignup } from '../../features/auth/api.ts';
import { AuthForm } from '../../features/auth/AuthForm.tsx';
import { NewPasswordInput } from '../../features/auth/passwords/NewPasswordInput.tsx';
import { SocialLogin } from '../../features/auth/SocialLogin.tsx';
import { useSignupForm } from '../../features/auth/use-signup-form.ts';
import { UsernameInput } from '../../features/auth/UsernameInput.tsx';
import { RateLimitMessage } from '../../features/auth/RateLimitMessage.tsx';
import { paths } from '../../paths.ts';

const SignupForm = z.object({
  username: Username,
  email: Email,
  password: Password,
});

export function RegisterScreen() {
  const { t } = useTranslation();
  const signup = useSignup();
  useDocumentTitle(t('auth.register'));
  const { form, limit, failure, setFailure, onSubmit } = useSignupForm<SignupInput>({
    initialValues: { username: '', email: '', password: '' },
    schema: SignupForm,
    signUp: async (input) => {
      await signup.mutateAsync(input);
      await enterSession();
    },
    emailOf: ({ email }) => email.trim(),
  });

  return (
    <AuthForm title={t('auth.registerTitle')} lead={t('auth.registerLead')}>
      <RateLimitMessage limit={limit} />
      {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
      <form noValidate onSubmit={onSubmit}>
        <UsernameInput {...form.getInputProps('username')} />
        <TextInput
          name="email"
          type="email"
          label={t('auth.email')}
          autoComplete="email"
          size="md"
          mt="md"
          {...form.getInputProps('email')}
        />
        <NewPasswordInput
          name="password"
          label={t('auth.password')}
          size="md"
          mt="md"
          {...form.getInputProps('password')}
        />
        <Button
          type="submit"
          size="md"
          fullWidth
          mt="xl"
          loading={signup.isPending}
          disabled={limit.isWaiting}
        >
          {t('auth.register')}
        </Button>
      </form>
      <SocialLogin onFailure={setFailure} />
      <Group justify="center" gap={6}>
        {t('auth.haveAccount')}
        <Anchor component={Link} to={paths.login} fw={550}>
          {t('actions.login')}
        </Anchor>
      </Group>
    </AuthForm>
  );
}
