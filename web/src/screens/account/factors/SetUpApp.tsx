import { Button, Code, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { encode } from 'uqr';
import { errorText } from '../../../components/feedback/error-text.ts';
import { FormMessage } from '../../../components/forms/FormMessage.tsx';
import { activateTotp, totpSetupQuery } from '../../../features/account/factor-api.ts';
import { RateLimitMessage } from '../../../features/auth/form/RateLimitMessage.tsx';
import { useAuthForm } from '../../../features/auth/form/use-auth-form.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './SetUpApp.module.css';

/** A QR code, the key as text for who cannot scan it, and the first code of the app. */
export function SetUpApp({ onDone }: { onDone: (codes: string[]) => void }) {
  const { t } = useTranslation();
  const setup = useQuery(totpSetupQuery);
  const { form, limit, failure, onSubmit } = useAuthForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? t('validation.required') : null) },
    send: async ({ code }) => onDone(await activateTotp(code)),
    failureText: (error) => errorText(t, error),
  });
  if (setup.isError) return <FormMessage type="error">{errorText(t, setup.error)}</FormMessage>;
  if (!setup.data) return <Skeleton height={360} />;
  return (
    <form noValidate onSubmit={onSubmit}>
      <Stack gap="md">
        <Text>{t('factors.scan')}</Text>
        <QrCode text={setup.data.totp_url} label={t('factors.setUpTitle')} />
        <Text size="sm">
          {t('factors.secret')}: <Code className={classes.secret}>{setup.data.secret}</Code>
        </Text>
        <Text>{t('factors.typeCode')}</Text>
        <RateLimitMessage limit={limit} offersReset={false} />
        {failure !== null && <FormMessage type="error">{failure}</FormMessage>}
        <TextInput
          label={t('factors.code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          data-autofocus
          {...form.getInputProps('code')}
        />
        <Button type="submit" h={44} loading={form.submitting} disabled={limit.isWaiting}>
          {t('factors.turnOn')}
        </Button>
      </Stack>
    </form>
  );
}

/** Dark on light in both themes, as cameras expect it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text);
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className={classes.qr}>
      <title>{label}</title>
      <path d={dark.join('')} />
    </svg>
  );
}
