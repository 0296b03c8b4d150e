import type { NewToken } from '@vitrin/shared/contract/account/tokens.ts';
import { OnlyNow, SecretField } from '../../../components/OnlyNow.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';

/** The text of a token, which no later page shows. */
export function MadeToken({ made: { name, token } }: { made: NewToken }) {
  const { t } = useTranslation();
  return (
    <OnlyNow heading={t('tokens.onlyNow')} hint={t('tokens.secret')}>
      <SecretField
        label={t('tokens.textOf', { name })}
        value={token}
        copyLabel={t('tokens.copy')}
        copiedLabel={t('tokens.copied')}
      />
    </OnlyNow>
  );
}
