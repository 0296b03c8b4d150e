import { Text } from '@mantine/core';
import {
  IconBrandGoogle,
  IconDeviceMobile,
  IconFingerprint,
  IconKey,
  IconLifebuoy,
  IconMail,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import classes from '../../../components/lists/FramedRows.module.css';
import { connectedAccountsQuery, emailsQuery, sessionUserQuery } from '../../../features/account/api.ts';
import { authenticatorsQuery } from '../../../features/account/factor-api.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';

type Way = {
  id: string;
  Icon: typeof IconKey;
  name: string;
  detail?: string;
  /** Epoch seconds of the last use. */
  usedAt: number | undefined;
};

/** Each way into the account with its last use. */
export function WaysIn() {
  const { t } = useTranslation();
  const ways = useWays();
  return (
    <ul className={classes.rows} aria-label={t('account.ways.list')}>
      {ways.map(({ id, Icon, name, detail, usedAt }) => (
        <li key={id} className={classes.row}>
          <Icon size={24} stroke={1.5} aria-hidden />
          <div className={classes.what}>
            <Text>{name}</Text>
            <Text size="sm" c="dimmed">
              {detail !== undefined && `${detail} · `}
              {usedAt === undefined ? (
                t('account.ways.unused')
              ) : (
                <>
                  {t('account.lastUsed')}: <RelativeTime timestamp={new Date(usedAt * 1000).toISOString()} />
                </>
              )}
            </Text>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Password, mailed code, passkeys, app, recovery codes and identities that the account has, in this order. */
function useWays(): Way[] {
  const { t } = useTranslation();
  const user = useQuery(sessionUserQuery).data;
  const addresses = useQuery(emailsQuery).data ?? [];
  const authenticators = useQuery(authenticatorsQuery).data ?? [];
  const identities = useQuery(connectedAccountsQuery).data ?? [];
  const hasVerified = addresses.some(({ verified }) => verified);
  const password: Way = {
    id: 'password',
    Icon: IconKey,
    name: t('account.ways.password'),
    usedAt: user?.last_uses?.password,
  };
  const code: Way = {
    id: 'code',
    Icon: IconMail,
    name: t('account.ways.code'),
    usedAt: user?.last_uses?.code,
  };
  return [
    ...(user?.has_usable_password === true ? [password] : []),
    ...(hasVerified ? [code] : []),
    ...authenticators.map((authenticator): Way => {
      const { type, id = 0, name = '', last_used_at } = authenticator;
      const usedAt = last_used_at ?? undefined;
      if (type === 'webauthn') {
        const named = t('account.ways.passkeyNamed', { name });
        return { id: `passkey-${id}`, Icon: IconFingerprint, name: named, usedAt };
      }
      if (type === 'totp') return { id: type, Icon: IconDeviceMobile, name: t('account.ways.app'), usedAt };
      const { unused_code_count: left = 0, total_code_count: total = 0 } = authenticator;
      const detail = t('account.ways.left', { left, total });
      return { id: type, Icon: IconLifebuoy, name: t('account.ways.recoveryCodes'), detail, usedAt };
    }),
    ...identities.map(({ uid, display, provider, last_used_at }): Way => ({
      id: `${provider.id}-${uid}`,
      Icon: IconBrandGoogle,
      name: provider.name,
      detail: display,
      usedAt: last_used_at,
    })),
  ];
}
