import { Accordion } from '@mantine/core';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FilePicture } from '../../../components/pictures/FilePicture.tsx';
import { useFormat } from '../../../components/use-format.ts';
import { VersionGallery } from '../../../features/files/gallery/VersionGallery.tsx';
import { VersionNote } from './VersionNote.tsx';
import classes from './versions.module.css';

type Props = { version: Version; isOpen: boolean; newSince: string | null };

export function OlderVersion({ version, isOpen, newSince }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  // Files are loaded when a version is first opened, once (specification 2.8).
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return (
    <Accordion.Item value={String(version.id)}>
      <Accordion.Control>
        <span className={classes.olderTitle}>
          <span className={classes.olderTexts}>
            <span className={classes.number}>{t('versions.name', { number: version.version_number })}</span>
            <span className={classes.olderFacts}>
              <time dateTime={version.created_at}>{format.dateTime(version.created_at)}</time>
              {version.file_count > 0 && <> · {t('project.fileCount', { count: version.file_count })}</>}
            </span>
          </span>
          <span className={classes.thumbnails}>
            {version.covers.map((cover) => (
              <span key={cover.id} className={classes.thumbnail}>
                <FilePicture file={cover} sizes="72px" className={classes.picture} />
              </span>
            ))}
          </span>
        </span>
      </Accordion.Control>
      <Accordion.Panel>
        {wasOpened && (
          <VersionGallery
            version={version}
            isNewest={false}
            newSince={newSince}
            note={<VersionNote version={version} />}
            empty={<p className={classes.preparing}>{t('files.emptyTitle')}</p>}
          />
        )}
      </Accordion.Panel>
    </Accordion.Item>
  );
}
