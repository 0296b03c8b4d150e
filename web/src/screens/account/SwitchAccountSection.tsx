import { Button, PasswordInput, Stack } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FormMessage } from '../../components/forms/FormMessage.tsx';
import { errorText } from '../../components/feedback/error-text.ts';
import { useSwitchAccount } from '../../features/auth/switch-api.ts';
import { useSignedInUser } from '../../features/auth/api.ts';
import { useAuthForm } from '../../features/auth/form/use-auth-form.ts';
import { RateLimitMessage } from '../../features/auth/form/RateLimitMessage.tsx';
import { ApiError } from '../../lib/api-error.ts';
import { paths } from '../../paths.ts';
import { AccountSection } from './AccountSection.tsx';

/** Switches a client to an account with another freelancer (specification 3.3); only its password reveals it. */
export function SwitchAccountSection() {
  const { t } = useTranslation();
  const { email } = useSignedInUser();
  const change = useSwitchAccount();
  const { form, limit, failure, onSubmit } = useAuthForm({
    initialValues: { password: '' },
    validate: { password: (value) => (value === '' ? t('validation.required') : null) },
    send: async ({ password }) => {
      await change.mutateAsync(password);
      // Everything that is loaded belongs to the account that was left.
      window.location.assign(paths.dashboard);
    },
    marksFields: true,
    failureText: (error) => {
      const isAtFields = error instanceof ApiError && Object.keys(error.fields).length > 0;
      return isAtFields ? null : errorText(t, error, t('auth.loginFailed'));
    },
  });
  if (email === null) return null;
  return (
    <AccountSection title={t('account.switch')} lead={t('account.switchLead', { email })}>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="md" maw={400}>
          <RateLimitMessage limit={limit} />
          {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
          <PasswordInput
            label={t('account.switchPassword')}
            autoComplete="off"
            visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
            {...form.getInputProps('password')}
          />
          <Button
            type="submit"
            variant="default"
            loading={change.isPending}
            disabled={limit.isWaiting}
            style={{ alignSelf: 'flex-start' }}
          >
            {t('account.switchNow')}
          </Button>
        </Stack>
      </form>
    </AccountSection>
  );
}
