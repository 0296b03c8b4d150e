import { Button, CloseButton, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from 'react-router';
import { CustomerModal } from '../../features/customers/lazy-dialogs.ts';
import { NewProjectButton } from '../../features/projects/NewProjectButton.tsx';
import { paths } from '../../paths.ts';
import classes from './FirstSteps.module.css';
import type { FirstStep } from './use-first-steps.ts';

type Props = {
  steps: readonly FirstStep[];
  projectId: number | undefined;
  onNewProject: () => void;
  dismiss: () => void;
};

/** Checklist up to a copied registration link (specification 2.6), until it is done or dismissed. */
export function FirstSteps({ steps, projectId, onNewProject, dismiss }: Props) {
  const { t } = useTranslation();
  const [isCreating, create] = useDisclosure(false);
  const current = steps.findIndex(({ isDone, isOptional }) => !isDone && !isOptional);
  const openProject = projectId !== undefined && (
    <Button component={Link} to={paths.project(projectId)} h={44}>
      {t('firstSteps.versionAction')}
    </Button>
  );
  const actions = {
    face: (
      <Button component={Link} to={paths.branding} variant="default" h={44}>
        {t('firstSteps.faceAction')}
      </Button>
    ),
    customer: (
      <Button h={44} onClick={create.open}>
        {t('customers.new')}
      </Button>
    ),
    project: openProject || <NewProjectButton onClick={onNewProject} />,
    version: openProject,
    link: (
      <Button component={Link} to={paths.customers} h={44}>
        {t('firstSteps.linkAction')}
      </Button>
    ),
  };
  return (
    <section className={classes.card} aria-labelledby="first-steps">
      <div className={classes.head}>
        <div>
          <Title order={2} id="first-steps">
            {t('firstSteps.title')}
          </Title>
          <Text c="dimmed" size="sm" mt={4}>
            {t('firstSteps.lead')}
          </Text>
        </div>
        <CloseButton size={44} iconSize={18} aria-label={t('firstSteps.dismiss')} onClick={dismiss} />
      </div>
      <ol className={classes.steps}>
        {steps.map(({ key, isDone, isOptional }, index) => (
          <li key={key} className={classes.step} data-done={isDone || undefined}>
            <span className={classes.marker} aria-hidden>
              {isDone ? <IconCheck size={16} stroke={2.2} /> : index + 1}
            </span>
            <div className={classes.body}>
              <Text fw={600}>
                {t(`firstSteps.${key}`)}
                {isDone && <span className={classes.hidden}> {t('firstSteps.done')}</span>}
              </Text>
              {(index === current || (isOptional && !isDone)) && (
                <>
                  <Text size="sm" c="dimmed" mt={2} mb="sm">
                    {key === 'project' && projectId !== undefined
                      ? t('project.nobodySees')
                      : t(`firstSteps.${key}Hint`)}
                  </Text>
                  {actions[key]}
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
      <CustomerModal opened={isCreating} onClose={create.close} />
    </section>
  );
}
