import { Anchor, Checkbox, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AuthForm } from '../form/AuthForm.tsx';
import { authFailureText } from '../form/failure-text.ts';
import { useAuthForm } from '../form/use-auth-form.ts';
import { useGoOn } from '../use-go-on.ts';
import { LoginExpiredError, useGiveFactor } from './factor-api.ts';

/** Asks for the code of an app or a recovery code, after the first step of a login. */
export function FactorForm({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation();
  const goOn = useGoOn();
  const give = useGiveFactor();
  const [trust, setTrust] = useState(false);
  const { form, ...state } = useAuthForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? t('validation.required') : null) },
    send: async ({ code }) => {
      await give.mutateAsync({ code, trust });
      await goOn();
    },
    failureText: (error) =>
      error instanceof LoginExpiredError
        ? t('factors.expired')
        : authFailureText(t, error, t('auth.loginFailed')),
  });
  return (
    <>
      <AuthForm
        state={state}
        submitLabel={t('factors.continue')}
        isSending={give.isPending}
        offersReset={false}
        heading={<Text mb="md">{t('factors.stepLead')}</Text>}
      >
        <TextInput
          name="code"
          label={t('factors.code')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          {...form.getInputProps('code')}
        />
        <Checkbox
          label={t('factors.trust')}
          mt="md"
          checked={trust}
          onChange={(event) => setTrust(event.currentTarget.checked)}
        />
      </AuthForm>
      <Anchor component="button" type="button" onClick={onAgain}>
        {t('factors.again')}
      </Anchor>
    </>
  );
}
