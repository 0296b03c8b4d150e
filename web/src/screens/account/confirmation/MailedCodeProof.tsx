import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../../components/feedback/error-text.ts';
import { FormButtons } from '../../../components/forms/FormButtons.tsx';
import { FormMessage } from '../../../components/forms/FormMessage.tsx';
import { confirmMailedCode, mailProofCode } from '../../../features/account/confirmation/confirmation-api.ts';
import { RateLimitMessage } from '../../../features/auth/form/RateLimitMessage.tsx';
import { useAuthForm } from '../../../features/auth/form/use-auth-form.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';

type Props = { email: string; onConfirmed: () => void; onCancel: () => void };

/** Proof by a code that is mailed to `email`, which the person asks for first. */
export function MailedCodeProof(props: Props) {
  const { t } = useTranslation();
  const [isSent, setSent] = useState(false);
  const { limit, failure, form, onSubmit } = useAuthForm({
    initialValues: {},
    send: async () => {
      await mailProofCode();
      setSent(true);
    },
    failureText: (error) => errorText(t, error, t('confirm.failed')),
  });
  if (isSent) return <CodeForm {...props} />;
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        <RateLimitMessage limit={limit} offersReset={false} />
        {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" h={44} onClick={props.onCancel}>
            {t('actions.cancel')}
          </Button>
          <Button
            type="submit"
            h={44}
            leftSection={<IconMail size={18} aria-hidden />}
            loading={form.submitting}
            disabled={limit.isWaiting}
            data-autofocus
          >
            {t('confirm.mailCode')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function CodeForm({ email, onConfirmed, onCancel }: Props) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { form, limit, failure, onSubmit } = useAuthForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? t('validation.required') : null) },
    send: async ({ code }) => {
      await confirmMailedCode(code);
      onConfirmed();
    },
    failureText: (error) => errorText(t, error, t('confirm.failed')),
  });
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        <Text>{t('confirm.codeSent', { email })}</Text>
        <RateLimitMessage limit={limit} offersReset={false} />
        {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
        <TextInput
          label={t('factors.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          ref={field}
          {...form.getInputProps('code')}
        />
      </Stack>
      <FormButtons submitLabel={t('confirm.button')} isSaving={form.submitting} onCancel={onCancel} />
    </form>
  );
}
