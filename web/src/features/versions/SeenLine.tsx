import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import classes from './SeenLine.module.css';

type Props = { project: Pick<Project, 'customer' | 'seen'> };

/** For the freelancer: whether the customer has opened the newest version, and when; nothing without a customer. */
export function SeenLine({ project: { customer, seen } }: Props) {
  const { t } = useTranslation();
  if (customer === null && !seen) return null;
  const Icon = seen ? IconEye : IconEyeOff;
  return (
    <p className={classes.line} data-seen={seen !== null || undefined}>
      <Icon size={16} stroke={1.7} aria-hidden />
      {seen ? (
        <span>
          {t('versions.seenBy', { username: seen.username })} <RelativeTime timestamp={seen.at} />
        </span>
      ) : (
        t('versions.notSeen')
      )}
    </p>
  );
}
