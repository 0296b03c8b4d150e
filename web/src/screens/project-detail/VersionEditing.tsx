import { Button, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconPackage, IconPlus } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { type ReactNode, lazy, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useIsTakenOver, useNow } from '../../components/rendered-clock.ts';
import { RichText } from '../../components/rich-text/RichText.tsx';
import { EmptyState } from '../../components/feedback/EmptyState.tsx';
import { EditableFileGrid } from '../../features/files/grid/EditableFileGrid.tsx';
import { startUploads } from '../../features/files/uploads/uploads-of-tab.ts';
import { VersionModal, WaitingPart } from '../../features/versions/lazy-dialogs.ts';
import { suggestVersionNumber } from '../../features/versions/suggest-number.ts';
import classes from './ProjectPage.module.css';
import { waitingIn } from '../../features/versions/waiting.ts';
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

type Props = {
  project: Project;
  /** Content below the newest version, with the list of older ones; null where there are none. */
  children: (older: ReactNode) => ReactNode;
};

/** The versions with everything that adds or changes them. */
export function VersionEditing({ project, children }: Props) {
  const { t } = useTranslation();
  const { versions } = project;
  const newest = versions.at(-1);
  const isTakenOver = useIsTakenOver();
  const [passed, setPassed] = useState(0);
  const now = useNow();
  const waiting = waitingIn(versions, Math.max(now(), passed));
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
  const showLinkReceivers = useCallback(
    ({ id, title }: Version['links'][number]) =>
      setReceivers({ isOpen: true, thing: { kind: 'links', id, name: title } }),
    [setReceivers],
  );
  const addButton = (
    <Button h={44} leftSection={<IconPlus size={18} />} onClick={() => setForm({ isOpen: true })}>
      {t('versions.add')}
    </Button>
  );

  const listOf = (part: 'newest' | 'older') => (
    <VersionList
      versions={versions}
      panels={panels}
      waiting={waiting}
      part={part}
      renderFiles={(version) => (
        <>
          {waiting.has(version.id) && (
            <div className={classes.waiting}>
              <WaitingPart opened={isTakenOver} version={version} onCome={setPassed} />
            </div>
          )}
          <EditableFileGrid
            version={version}
            isNewest={version === newest}
            onReceivers={showReceivers}
            onLinkReceivers={showLinkReceivers}
            note={
              version.description !== '' && (
                <div className={classes.note}>
                  <RichText html={version.description} />
                </div>
              )
            }
          />
        </>
      )}
      renderMenu={(version) => (
        <>
          {version === newest && (
            <Button
              variant="default"
              h={44}
              px="sm"
              className={classes.add}
              aria-label={t('versions.add')}
              leftSection={<IconPlus size={18} />}
              onClick={() => setForm({ isOpen: true })}
            >
              <span className={classes.addText}>{t('versions.add')}</span>
            </Button>
          )}
          <VersionMenu
            version={version}
            onEdit={() => setForm({ isOpen: true, version })}
            onReceivers={() => setReceivers({ isOpen: true, thing: receivedVersion(version) })}
          />
        </>
      )}
    />
  );

  return (
    <>
      <section aria-labelledby="versions">
        <VisuallyHidden component="h2" id="versions">
          {t('versions.title')}
        </VisuallyHidden>
        {newest ? (
          listOf('newest')
        ) : (
          <EmptyState icon={IconPackage} title={t('versions.emptyTitle')} order={3} action={addButton}>
            <Text c="dimmed">{t('versions.emptyFreelancer')}</Text>
          </EmptyState>
        )}
      </section>
      {children(
        versions.length > 1 ? (
          <section aria-labelledby="older-versions">
            <div className={classes.sectionHead}>
              <Title order={2} id="older-versions" size="h3">
                {t('versions.older')}
              </Title>
            </div>
            {listOf('older')}
          </section>
        ) : null,
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
    </>
  );
}

function receivedVersion({ id, version_number, file_count }: Version): Received {
  return { kind: 'versions', id, number: version_number, fileCount: file_count };
}
