import { Anchor, Group, Title } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DueDay } from '../../components/DueDay.tsx';
import { projectPageQuery } from '../../features/projects/api.ts';
import { DUE } from '../../features/projects/filter.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../paths.ts';
import classes from './Lately.module.css';

/** The projects in which something is due first, late ones before all; nothing where nothing is promised. */
export function DueNext() {
  const { t } = useTranslation();
  const { data } = useQuery(projectPageQuery(DUE, 1));
  const due = data?.results.flatMap(({ id, name, next_due_on: day }) => (day ? { id, name, day } : [])) ?? [];
  if (due.length === 0) return null;
  return (
    <section aria-labelledby="due-next">
      <Group justify="space-between" mih={44}>
        <Title order={2} id="due-next">
          {t('dashboard.dueNext')}
        </Title>
        <Group gap="md">
          {(['late', 'week'] as const).map((each) => (
            <Anchor
              key={each}
              component={Link}
              to={`${paths.projects}?due=${each}&ordering=next_due_on`}
              className={classes.all}
            >
              {t(`projects.due.${each}`)}
            </Anchor>
          ))}
        </Group>
      </Group>
      <ul className={classes.looks}>
        {due.map(({ id, name, day }) => (
          <li key={id}>
            <Link to={paths.project(id)} className={classes.look}>
              <IconCalendar size={18} stroke={1.7} aria-hidden />
              <span className={classes.what}>
                <span dir="auto" className={classes.who}>
                  {name}
                </span>
              </span>
              <span className={classes.where}>
                <DueDay day={day} isQuiet={false} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
