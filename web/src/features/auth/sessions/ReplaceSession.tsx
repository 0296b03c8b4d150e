import { Button } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { paths } from '../../../paths.ts';
import { AuthColumn } from '../AuthColumn.tsx';

type Props = { signedInAs: string; linkFor: string; onGoOn: () => void };

/** Asks before another user's session is replaced: setting a password by a link signs its user in. */
export function ReplaceSession({ signedInAs, linkFor, onGoOn }: Props) {
  const { t } = useTranslation();
  return (
    <AuthColumn
      title={t('auth.replace.title', { username: linkFor })}
      lead={t('auth.replace.lead', { current: signedInAs, username: linkFor })}
    >
      <Button component={Link} to={paths.dashboard} replace size="md" fullWidth>
        {t('auth.replace.stay', { username: signedInAs })}
      </Button>
      <Button variant="default" size="md" fullWidth onClick={onGoOn}>
        {t('auth.replace.goOn', { username: linkFor })}
      </Button>
    </AuthColumn>
  );
}
