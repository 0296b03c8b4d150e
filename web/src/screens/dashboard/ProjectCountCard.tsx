import { Anchor, Progress, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { User } from '@vitrin/shared/contract/users.ts';
import {
  type ProjectQuotaLevel,
  UNLIMITED_PROJECTS,
  projectQuotaLevel,
  projectQuotaOf,
} from '@vitrin/shared/rules/storage/quota.ts';
import { percentUsed } from '@vitrin/shared/rules/storage/storage.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { useFormat } from '../../components/use-format.ts';
import { paths } from '../../paths.ts';
import classes from './DashboardScreen.module.css';

const COLORS: Record<ProjectQuotaLevel, string> = {
  ok: 'petrol',
  warning: 'amber.5',
  critical: 'red',
  blocked: 'red',
};

/** How many projects the plan still allows, with the warnings of specification 6.12. */
export function ProjectCountCard({ user }: { user: User }) {
  const { t } = useTranslation();
  const format = useFormat();
  const quota = projectQuotaOf(user);
  const level = projectQuotaLevel(quota);
  const isUnlimited = quota.projectLimit >= UNLIMITED_PROJECTS;
  return (
    <section className={classes.card} aria-labelledby="project-count">
      <Title order={2} id="project-count" size="h4">
        {t('dashboard.projects.title')}
      </Title>
      <Text className={classes.amount}>
        {isUnlimited
          ? t('dashboard.projects.unlimited', {
              used: format.number(quota.projectCount),
              count: quota.projectCount,
            })
          : t('dashboard.projects.usedOf', {
              used: format.number(quota.projectCount),
              count: quota.projectLimit,
            })}
      </Text>
      {!isUnlimited && (
        <Progress
          value={Math.min(100, percentUsed(quota.projectCount, quota.projectLimit))}
          color={COLORS[level]}
          size={8}
          radius="xl"
          aria-label={t('dashboard.projects.title')}
        />
      )}
      {level !== 'ok' && (
        <p className={classes.warning} data-level={level}>
          <IconAlertTriangle size={16} aria-hidden />
          <span>
            {t(`dashboard.projects.${level}`)}{' '}
            <Anchor component={Link} to={paths.pricing} size="sm" c="inherit" underline="always">
              {t('projectLimit.upgrade')}
            </Anchor>
          </span>
        </p>
      )}
    </section>
  );
}
