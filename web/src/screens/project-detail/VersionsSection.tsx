import { Accordion, Button, Text, Title } from '@mantine/core';
import { IconPackage, IconPlus } from '@tabler/icons-react';
import type { Project } from '@vitrin/shared/contract/projects.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/EmptyState.tsx';
import { startUploads } from '../../features/files/api.ts';
import { FileField } from '../../features/files/FileField.tsx';
import { VersionModal } from '../../features/versions/VersionModal.tsx';
import { suggestVersionNumber } from '../../features/versions/suggest-number.ts';
import classes from './ProjectView.module.css';
import { VersionItem } from './VersionItem.tsx';
import { useOpenVersions } from './use-open-versions.ts';
import versionClasses from './VersionItem.module.css';

type Props = { project: Project; canEdit: boolean };

/** Newest on top, open and marked current; older ones folded, their files loaded when first opened (SPEC 4). */
export function VersionsSection({ project, canEdit }: Props) {
  const { t } = useTranslation();
  const newestFirst = project.versions.toReversed();
  const { open, setOpen, select } = useOpenVersions(newestFirst[0]?.id);
  const [form, setForm] = useState<{ isOpen: boolean; version?: Version }>({ isOpen: false });
  const [files, setFiles] = useState<File[]>([]);
  const addButton = canEdit && (
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
        {newestFirst.length > 0 && addButton}
      </div>
      {newestFirst.length === 0 ? (
        <EmptyState icon={IconPackage} title={t('versions.emptyTitle')} order={3} action={addButton}>
          <Text c="dimmed">
            {canEdit
              ? t('versions.emptyFreelancer')
              : t('versions.emptyCustomer', { freelancer: project.freelancer })}
          </Text>
        </EmptyState>
      ) : (
        <Accordion
          multiple
          order={3}
          variant="separated"
          value={open}
          onChange={setOpen}
          classNames={{ item: versionClasses.item, control: versionClasses.control }}
        >
          {newestFirst.map((version, place) => (
            <VersionItem
              key={version.id}
              version={version}
              isCurrent={place === 0}
              isOpen={open.includes(String(version.id))}
              canEdit={canEdit}
              onEdit={() => setForm({ isOpen: true, version })}
            />
          ))}
        </Accordion>
      )}
      {canEdit && (
        <VersionModal
          opened={form.isOpen}
          projectId={project.id}
          suggestion={suggestVersionNumber(newestFirst[0]?.version_number)}
          version={form.version}
          fileField={<FileField label={t('files.list')} files={files} onChange={setFiles} />}
          onCreated={({ id }) => {
            startUploads(id, files);
            setFiles([]);
            select(id);
          }}
          onClose={() => setForm((form) => ({ ...form, isOpen: false }))}
        />
      )}
    </section>
  );
}
