import { Anchor, Button, Checkbox, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AuthColumn } from '../AuthColumn.tsx';
import { AuthForm } from '../form/AuthForm.tsx';
import { authFailureText } from '../form/failure-text.ts';
import { useAuthForm } from '../form/use-auth-form.ts';
import { useGoOn } from '../use-go-on.ts';
import { loadCode } from '../../../lib/code/load-code.ts';
import { knowsPasskeys } from '../passkeys/knows-passkeys.ts';
import { LoginExpiredError, stepTypesQuery, useGiveFactor } from './factor-api.ts';

/** Asks for the code of an app or a recovery code, after the first step of a login. */
export function FactorForm({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation();
  const goOn = useGoOn();
  const give = useGiveFactor();
  const [trust, setTrust] = useState(false);
  const types = useQuery(stepTypesQuery).data ?? [];
  const textOf = (error: unknown) =>
    error instanceof LoginExpiredError
      ? t('factors.expired')
      : authFailureText(t, error, t('auth.loginFailed'));
  const { form, ...state } = useAuthForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? t('validation.required') : null) },
    send: async ({ code }) => {
      await give.mutateAsync({ code, trust });
      await goOn();
    },
    failureText: textOf,
  });
  const byPasskey = async () => {
    state.setFailure(null);
    try {
      const { askForStep } = await loadCode(() => import('../passkeys/ceremonies.ts'));
      const credential = await askForStep();
      if (!credential) return;
      await give.mutateAsync({ credential, trust });
      await goOn();
    } catch (error) {
      state.setFailure(textOf(error));
    }
  };
  return (
    <AuthColumn title={t('auth.loginTitle')} lead={t('factors.stepLead')}>
      <AuthForm
        state={state}
        submitLabel={t('factors.continue')}
        isSending={give.isPending}
        offersReset={false}
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
      {types.includes('webauthn') && knowsPasskeys() && (
        <Button
          variant="default"
          size="md"
          fullWidth
          leftSection={<IconFingerprint size={18} aria-hidden />}
          onClick={() => void byPasskey()}
        >
          {t('factors.usePasskey')}
        </Button>
      )}
      <Anchor component="button" type="button" fw={550} onClick={onAgain}>
        {t('factors.again')}
      </Anchor>
    </AuthColumn>
  );
}
