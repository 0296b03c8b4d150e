import { Anchor, Group, Title } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { PageHeader } from '../../components/PageHeader.tsx';
import { paths } from '../../paths.ts';
import { ClientProjects } from './ClientProjects.tsx';
import classes from './DashboardScreen.module.css';

/** The work, with marks on new parts. */
export function ClientDashboard() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('dashboard.title')} />
      <div className={classes.stack}>
        <section aria-labelledby="recent">
          <Group justify="space-between" mih={44}>
            <Title order={2} id="recent">
              {t('dashboard.recent')}
            </Title>
            <Anchor component={Link} to={paths.projects} className={classes.all}>
              {t('dashboard.viewProjects')}
            </Anchor>
          </Group>
          <ClientProjects />
        </section>
      </div>
    </>
  );
}
