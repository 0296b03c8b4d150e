import { Badge, Button, Group, Text } from '@mantine/core';
import type { Token } from '@vitrin/shared/contract/account/tokens.ts';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { useFormat } from '../../../components/use-format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './TokensSection.module.css';

/** A token: its scope, its expiry and when it was last used. */
export function TokenRow({ token, onEnd }: { token: Token; onEnd: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { name, scope, project, expires_at, last_used_at, acts } = token;
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {!acts && <Badge variant="default">{t('tokens.stopped')}</Badge>}
        </Group>
        <Text size="sm">
          {t(`tokens.scope.${scope}`)} · {project ? project.name : t('tokens.allProjects')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('tokens.until', { day: format.date(expires_at) })}
          {' · '}
          {last_used_at === null ? (
            t('tokens.neverUsed')
          ) : (
            <>
              {t('tokens.lastUsed')} <RelativeTime timestamp={last_used_at} />
            </>
          )}
        </Text>
      </div>
      <Button variant="default" h={44} aria-label={t('tokens.endOf', { name })} onClick={onEnd}>
        {t('tokens.end')}
      </Button>
    </li>
  );
}
