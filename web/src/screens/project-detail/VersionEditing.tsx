import { Button, Text, Title } from '@mantine/core';
import { IconPackage, IconPlus } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { lazy, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useIsTakenOver, useNow } from '../../components/rendered-clock.ts';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { EditableFileGrid } from '../../features/files/grid/EditableFileGrid.tsx';
import { startUploads } from '../../features/files/uploads/uploads-of-tab.ts';
import { VersionModal, WaitingPart } from '../../features/versions/lazy-dialogs.ts';
import { suggestVersionNumber } from '../../features/versions/suggest-number.ts';
import classes from './ProjectPage.module.css';
import { waitingIn } from '../../features/versions/waiting.ts';
import { SeenLine } from '../../features/versions/SeenLine.tsx';
import { VersionList } from './VersionList.tsx';
import type { Received } from './activity/received.ts';
import { ReceiversModal } from './activity/lazy-receivers.ts';
import { VersionMenu } from './VersionMenu.tsx';
import { loadWithTexts } from '../../i18n/i18n.ts';
import { useOpenVersions } from './use-open-versions.ts';

// Comes with the form it is in.
const FileField = lazy(async () => ({
  default: (await loadWithTexts(['projects'], () => import('../../features/files/FileField.tsx'))).FileField,
}));

/** The versions with everything that adds or changes them. */
export function VersionEditing({ project }: { project: Project }) {
  const { t } = useTranslation();
  const { versions } = project;
  const newest = versions.at(-1);
  const isTakenOver = useIsTakenOver();
  const [passed, setPassed] = useState(0);
  const now = useNow();
  const waiting = waitingIn(versions, Math.max(now(), passed));
  const newestSeen = versions.findLast(({ id }) => !waiting.has(id));
  const panels = useOpenVersions(versions);
  const [form, setForm] = useState<{ isOpen: boolean; version?: Version }>({ isOpen: false });
  const [receivers, setReceivers] = useState<{ isOpen: boolean; thing?: Received }>({ isOpen: false });
  const [files, setFiles] = useState<File[]>([]);
  // Files added while the version is being saved are uploaded with it.
  const latestFiles = useRef(files);
  useEffect(() => {
    latestFiles.current = files;
  }, [files]);
  // One function for all renderings, since every card gets it and would be drawn anew for another.
  const showReceivers = useCallback(
    ({ id, name }: ProjectFile) => setReceivers({ isOpen: true, thing: { kind: 'files', id, name } }),
    [setReceivers],
  );
  const addButton = (
    <Button h={44} leftSection={<IconPlus size={18} />} onClick={() => setForm({ isOpen: true })}>
      {t('versions.add')}
    </Button>
  );

  return (
    <section aria-labelledby="versions">
      <div className={classes.sectionHead}>
        <Title order={2} id="versions">
          {t('versions.title')}
        </Title>
        {newest && addButton}
      </div>
      {!newest ? (
        <EmptyState icon={IconPackage} title={t('versions.emptyTitle')} order={3} action={addButton}>
          <Text c="dimmed">{t('versions.emptyFreelancer')}</Text>
        </EmptyState>
      ) : (
        <VersionList
          versions={versions}
          panels={panels}
          waiting={waiting}
          renderFiles={(version) => (
            <>
              {version === newestSeen && <SeenLine project={project} />}
              {waiting.has(version.id) && (
                <div className={classes.waiting}>
                  <WaitingPart opened={isTakenOver} version={version} onCome={setPassed} />
                </div>
              )}
              <EditableFileGrid versionId={version.id} coverId={version.cover} onReceivers={showReceivers} />
            </>
          )}
          renderMenu={(version) => (
            <VersionMenu
              version={version}
              onEdit={() => setForm({ isOpen: true, version })}
              onReceivers={() =>
                setReceivers({
                  isOpen: true,
                  thing: {
                    kind: 'versions',
                    id: version.id,
                    number: version.version_number,
                    fileCount: version.file_count,
                  },
                })
              }
            />
          )}
        />
      )}
      <VersionModal
        opened={form.isOpen}
        projectId={project.id}
        suggestion={suggestVersionNumber(newest?.version_number)}
        version={form.version}
        fileField={<FileField label={t('files.list')} files={files} onChange={setFiles} />}
        onCreated={({ id }) => {
          startUploads(id, latestFiles.current);
          setFiles([]);
          panels.select(id);
        }}
        onClose={() => setForm((form) => ({ ...form, isOpen: false }))}
      />
      <ReceiversModal
        opened={receivers.isOpen}
        thing={receivers.thing}
        onClose={() => setReceivers((shown) => ({ ...shown, isOpen: false }))}
      />
    </section>
  );
}
