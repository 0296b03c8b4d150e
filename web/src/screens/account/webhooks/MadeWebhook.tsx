import type { NewEndpoint } from '@vitrin/shared/contract/endpoints.ts';
import { OnlyNow, SecretField } from '../../../components/OnlyNow.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';

/** The secret of a webhook, which no later page shows. */
export function MadeWebhook({ made: { address, secret } }: { made: NewEndpoint }) {
  const { t } = useTranslation();
  return (
    <OnlyNow heading={t('webhooks.onlyNow')} hint={t('webhooks.secretHint')}>
      <SecretField
        label={t('webhooks.secretOf', { address })}
        value={secret}
        copyLabel={t('webhooks.copy')}
        copiedLabel={t('webhooks.copied')}
      />
    </OnlyNow>
  );
}
