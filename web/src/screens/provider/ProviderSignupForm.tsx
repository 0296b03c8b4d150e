import { Button, Divider, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Email, Username } from '@vitrin/shared/contract/users.ts';
import { useId } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { z } from 'zod';
import { AuthColumn } from '../../features/auth/AuthColumn.tsx';
import { AuthForm } from '../../features/auth/form/AuthForm.tsx';
import { EmailInput } from '../../features/auth/form/EmailInput.tsx';
import {
  type PendingSignup,
  pendingSignupQuery,
  useProviderSignup,
} from '../../features/auth/provider-api.ts';
import { useSignupForm } from '../../features/auth/form/use-signup-form.ts';
import { paths } from '../../paths.ts';
import { UsernameInput } from '../../features/auth/form/UsernameInput.tsx';

const UsernameForm = z.object({ username: Username });
const WholeForm = z.object({ username: Username, email: Email });

/** Creates a freelancer after a social login, with a username and, if missing, an address; a client goes back. */
export function ProviderSignupForm() {
  const pending = useQuery(pendingSignupQuery).data;
  return pending && <SignupForm pending={pending} />;
}

function SignupForm({ pending: { user, account } }: { pending: PendingSignup['data'] }) {
  const { t } = useTranslation();
  const { email } = user;
  const wayBack = useId();
  const needsEmail = email === undefined;
  const signup = useProviderSignup();
  const { form, ...state } = useSignupForm({
    initialValues: { username: user.username ?? '', email: '' },
    schema: needsEmail ? WholeForm : UsernameForm,
    signUp: ({ username, email: given }) => signup.mutateAsync({ username, email: email ?? given }),
    emailOf: ({ email: given }) => email ?? given,
  });

  const provider = account.provider.name;
  return (
    <AuthColumn title={t('auth.freelancerSignup')} lead={t('auth.freelancerSignupLead', { provider })}>
      <AuthForm state={state} submitLabel={t('auth.createFreelancer')} isSending={signup.isPending}>
        <UsernameInput {...form.getInputProps('username')} />
        {needsEmail && (
          <EmailInput
            description={t('auth.noAddress', { provider })}
            mt="md"
            {...form.getInputProps('email')}
          />
        )}
      </AuthForm>
      <section aria-labelledby={wayBack}>
        <Divider mb="lg" />
        <Text id={wayBack} fw={600}>
          {t('auth.invited')}
        </Text>
        <Text c="dimmed" mt={4}>
          {t('auth.invitedHint')}
        </Text>
        <Button component={Link} to={paths.login} variant="default" size="md" fullWidth mt="md">
          {t('auth.loginByUsername')}
        </Button>
      </section>
    </AuthColumn>
  );
}
