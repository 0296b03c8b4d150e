import { Email, Password, Username } from '@vitrin/shared/contract/users.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { z } from 'zod';
import { RecordedNotice } from '../../features/account/recorded/late-recorded.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import { type SignupInput, enterSession, useSignup } from '../../features/auth/sign-in-api.ts';
import { AuthColumn } from '../../features/auth/AuthColumn.tsx';
import { SocialLogin } from '../../features/auth/SocialLogin.tsx';
import { WayOn } from '../../features/auth/WayOn.tsx';
import { AuthForm } from '../../features/auth/form/AuthForm.tsx';
import { EmailInput } from '../../features/auth/form/EmailInput.tsx';
import { UsernameInput } from '../../features/auth/form/UsernameInput.tsx';
import { useSignupForm } from '../../features/auth/form/use-signup-form.ts';
import { NewPasswordInput } from '../../features/auth/passwords/NewPasswordInput.tsx';
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
  const { form, ...state } = useSignupForm<SignupInput>({
    initialValues: { username: '', email: '', password: '' },
    schema: SignupForm,
    signUp: async (input) => {
      await signup.mutateAsync(input);
      await enterSession();
    },
    emailOf: ({ email }) => email,
  });

  return (
    <AuthColumn title={t('auth.registerTitle')} lead={t('auth.registerLead')}>
      <AuthForm
        state={state}
        submitLabel={t('auth.register')}
        isSending={signup.isPending}
        button={{ mt: 'xl' }}
      >
        <UsernameInput {...form.getInputProps('username')} />
        <EmailInput mt="md" {...form.getInputProps('email')} />
        <NewPasswordInput
          name="password"
          label={t('auth.password')}
          size="md"
          mt="md"
          {...form.getInputProps('password')}
        />
      </AuthForm>
      <SocialLogin onFailure={state.setFailure} />
      <RecordedNotice of="freelancer" />
      <WayOn to={paths.login} label={t('actions.login')}>
        {t('auth.haveAccount')}
      </WayOn>
    </AuthColumn>
  );
}
