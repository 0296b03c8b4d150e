import { Button } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { useCurrentUser } from '../../features/auth/api.ts';
import { AuthColumn } from '../../features/auth/AuthColumn.tsx';
import { paths } from '../../paths.ts';

export type VerifiedEmail = {
  email: string;
  wasVerified: boolean;
  /** Stands in the field of the login then; empty where no link of ours says it. */
  username: string;
};

/** Result of a verification link, with the way to the login, or to the account of a signed-in user. */
export function Verified({ email, wasVerified, username }: VerifiedEmail) {
  const { t } = useTranslation();
  const user = useCurrentUser();
  const guestLead = wasVerified
    ? t('verifyEmail.alreadyLead', { email })
    : t('verifyEmail.successLead', { email });
  const lead = user ? t('verifyEmail.signedInLead', { email, username: user.username }) : guestLead;
  return (
    <AuthColumn
      title={wasVerified ? t('verifyEmail.already') : t('verifyEmail.success')}
      lead={email === '' ? '' : lead}
    >
      <Button
        component={Link}
        to={user ? paths.dashboard : paths.login}
        state={{ username }}
        size="md"
        fullWidth
      >
        {user ? t('verifyEmail.goOn') : t('auth.toLogin')}
      </Button>
    </AuthColumn>
  );
}
