import { Anchor, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Look } from '@vitrin/shared/contract/figures/looks.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { ErrorState } from '../../components/feedback/ErrorState.tsx';
import { LoadingNote } from '../../components/feedback/LoadingNote.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { latelyQuery } from '../../features/analytics/lately-query.ts';
import { LOOK_ICONS, lookAddress, useLookText } from '../../features/analytics/look-text.ts';
import { paths } from '../../paths.ts';
import classes from './Lately.module.css';

type Props = {
  /** True for a freelancer at the first steps, who sees no empty state. */
  isNew: boolean;
};

/** Latest looks and downloads of customers, for their freelancer. */
export function Lately({ isNew }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(latelyQuery);
  if (isNew && !data?.length) return null;
  return (
    <section aria-labelledby="lately">
      <Group justify="space-between" mih={44}>
        <Title order={2} id="lately">
          {t('lately.title')}
        </Title>
        {!!data?.length && (
          <Anchor component={Link} to={paths.analytics} className={classes.all}>
            {t('lately.all')}
          </Anchor>
        )}
      </Group>
      {error && !data ? (
        <ErrorState error={error} fallback={t('lately.loadFailed')} onRetry={() => void refetch()} />
      ) : !data ? (
        <LatelySkeleton />
      ) : data.length === 0 ? (
        <EmptyState icon={IconEye} title={t('lately.emptyTitle')} order={3}>
          <Text c="dimmed">{t('lately.empty')}</Text>
        </EmptyState>
      ) : (
        <ul className={classes.looks}>
          {data.map((look) => (
            <LookRow key={look.id} look={look} />
          ))}
        </ul>
      )}
    </section>
  );
}

function LookRow({ look }: { look: Look }) {
  const textOf = useLookText();
  const Icon = LOOK_ICONS[look.kind];
  return (
    <li>
      <Link to={lookAddress(look)} className={classes.look}>
        <Icon size={18} stroke={1.7} aria-hidden />
        <span className={classes.what}>
          <span className={classes.who}>{look.username}</span> {textOf(look)}
        </span>
        <span className={classes.where}>
          <span className={classes.project}>{look.project.name}</span>
          <span aria-hidden>·</span>
          <span className={classes.when}>
            <RelativeTime timestamp={look.at} />
          </span>
        </span>
      </Link>
    </li>
  );
}

function LatelySkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.looks} aria-busy>
      <LoadingNote>{t('lately.loading')}</LoadingNote>
      {[62, 48, 70, 55].map((width) => (
        <div key={width} className={classes.look}>
          <Skeleton height={18} width={18} circle />
          <Skeleton height={14} width={`${width}%`} className={classes.what} />
          <Skeleton height={12} width="30%" className={classes.where} />
        </div>
      ))}
    </div>
  );
}
