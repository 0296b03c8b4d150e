import { Title } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { unopenedQuery } from '../../features/analytics/unopened-query.ts';
import { paths } from '../../paths.ts';
import classes from './Lately.module.css';

/** The versions that wait for their clients, those that wait longest first; nothing where none does. */
export function NotOpened() {
  const { t } = useTranslation();
  const { data } = useQuery(unopenedQuery);
  if (!data?.length) return null;
  return (
    <section aria-labelledby="unopened">
      <Title order={2} id="unopened" mb="xs">
        {t('dashboard.unopened.title')}
      </Title>
      <ul className={classes.looks}>
        {data.map(({ project, version, client, ready_at }) => (
          <li key={version.id}>
            <Link to={paths.project(project.id)} className={classes.look}>
              <IconMail size={18} stroke={1.7} aria-hidden />
              <span className={classes.what}>
                <span dir="auto" className={classes.who}>
                  {project.name}
                </span>
              </span>
              <span className={classes.where}>
                <span className={classes.project}>
                  {t('dashboard.unopened.version', { number: version.version_number, client })}
                </span>
                <span aria-hidden>·</span>
                <span className={classes.when}>
                  <RelativeTime timestamp={ready_at} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
