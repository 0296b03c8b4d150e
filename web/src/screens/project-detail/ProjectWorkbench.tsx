import { Anchor, Button, Group, Text } from '@mantine/core';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ArrangingContext } from '../../components/lists/arranging.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { paths } from '../../paths.ts';
import { AboutProject } from './AboutProject.tsx';
import { ProjectActivity } from './activity/ProjectActivity.tsx';
import { MilestoneEditing } from './MilestoneEditing.tsx';
import { NoReader } from './NoReader.tsx';
import { ProjectActions } from './ProjectActions.tsx';
import { ProjectHeader } from './ProjectHeader.tsx';
import classes from './ProjectPage.module.css';
import { ShareLine } from './share/ShareLine.tsx';
import { VersionEditing } from './VersionEditing.tsx';

/** The freelancer's page: the client's page with the tools that edit it, each where it is wanted (specification 2.8). */
export function ProjectWorkbench({ project }: { project: Project }) {
  const [isArranging, setArranging] = useState(false);
  const arranging = useMemo(() => ({ isOn: isArranging, set: setArranging }), [isArranging]);
  return (
    <ArrangingContext value={arranging}>
      <article>
        <ProjectHeader
          project={project}
          people={<People project={project} />}
          actions={<ProjectActions project={project} />}
          below={<ShareLine project={project} />}
        />
        <NoReader project={project} />
        {isArranging && <ArrangeBar onDone={() => setArranging(false)} />}
        <VersionEditing project={project}>
          {(older) => (
            <div className={classes.below} data-alone={older === null || undefined}>
              <div className={classes.side}>
                <MilestoneEditing project={project} />
                <ProjectActivity project={project} />
                <AboutProject description={project.description} />
              </div>
              {older}
            </div>
          )}
        </VersionEditing>
      </article>
    </ArrangingContext>
  );
}

function People({ project: { customer } }: { project: Project }) {
  const { t } = useTranslation();
  return (
    <>
      <Anchor component={Link} to={paths.projects} c="inherit">
        {t('projects.title')}
      </Anchor>
      <span aria-hidden> / </span>
      {customer === null ? t('projects.noCustomer') : t('project.for', { customer })}
    </>
  );
}

/** Bar with the button that ends arranging; it stays in sight while items are moved. */
function ArrangeBar({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const done = useRef<HTMLButtonElement>(null);
  // The menu that began it is gone, and what took its place may be out of sight.
  useEffect(() => done.current?.focus({ preventScroll: true }), []);
  const isTouched = matchMedia('(pointer: coarse)').matches;
  return (
    <Group className={classes.arranging} justify="space-between" gap="sm">
      <Text size="sm">{t(isTouched ? 'work.arrangeTouchHint' : 'work.arrangeHint')}</Text>
      <Button ref={done} h={44} onClick={onDone}>
        {t('work.arrangeDone')}
      </Button>
    </Group>
  );
}
