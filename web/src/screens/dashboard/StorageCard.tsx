import { Progress, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { User } from '@vitrin/shared/contract/users.ts';
import { type StorageLevel, percentUsed, storageLevel } from '@vitrin/shared/rules/storage/storage.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFormat } from '../../components/use-format.ts';
import classes from './DashboardScreen.module.css';

/** Specification 6.11: the bar's warning colour above 75 percent, its error colour above 90. */
const COLORS: Record<StorageLevel, string> = {
  ok: 'petrol',
  approaching: 'amber.5',
  critical: 'red',
  exceeded: 'red',
};

/** How much of plan and extra storage is used, with the warnings of specification 6.11. */
export function StorageCard({ user }: { user: User }) {
  const { t } = useTranslation();
  const format = useFormat();
  const limit = (user.subscription?.plan.storage_limit_gb ?? 0) + user.extra_storage_gb;
  const percent = percentUsed(user.used_storage, limit);
  const level = storageLevel(percent);
  const warning = {
    ok: null,
    approaching: t('dashboard.storage.approaching', { percent: format.percent(Math.floor(percent)) }),
    critical: t('dashboard.storage.critical', { percent: format.percent(Math.ceil(100 - percent)) }),
    exceeded: t('dashboard.storage.exceeded'),
  }[level];
  return (
    <section className={classes.card} aria-labelledby="storage">
      <Title order={2} id="storage" size="h4">
        {t('dashboard.storage.title')}
      </Title>
      <Text className={classes.amount}>
        {t('dashboard.storage.usedOf', {
          used: format.storageUsed(user.used_storage),
          limit: format.storageLimit(limit),
        })}
      </Text>
      <Progress
        value={Math.min(100, percent)}
        color={COLORS[level]}
        size={8}
        radius="xl"
        aria-label={t('dashboard.storage.title')}
      />
      {warning !== null && (
        <p className={classes.warning} data-level={level}>
          <IconAlertTriangle size={16} aria-hidden />
          {warning}
        </p>
      )}
    </section>
  );
}
