import { Accordion, Badge } from '@mantine/core';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { VersionDownload } from '../../../features/files/gallery/VersionDownload.tsx';
import { VersionGallery } from '../../../features/files/gallery/VersionGallery.tsx';
import type { OpenVersions } from '../use-open-versions.ts';
import { VersionNote } from './VersionNote.tsx';
import classes from './versions.module.css';

type Props = { version: Version; panels: OpenVersions; freelancer: string; newSince: string | null };

/** The version that the page is about: its files large, its row short. */
export function NewestVersion({ version, panels, freelancer, newSince }: Props) {
  const { t } = useTranslation();
  const isNew = newSince !== null && version.created_at > newSince;
  return (
    <Accordion
      multiple
      order={2}
      value={panels.open}
      onChange={panels.setOpen}
      className={classes.newest ?? ''}
      classNames={{
        item: classes.newestItem ?? '',
        control: classes.newestControl ?? '',
        content: classes.newestContent ?? '',
      }}
      data-news={newSince !== null || undefined}
    >
      <Accordion.Item value={String(version.id)} data-current>
        <div className={classes.row}>
          <Accordion.Control>
            <span className={classes.title}>
              <span className={classes.named}>
                <span className={classes.number}>
                  {t('versions.name', { number: version.version_number })}
                </span>
                <Badge color="petrol" variant={isNew ? 'filled' : 'light'}>
                  {t(isNew ? 'versions.new' : 'versions.current')}
                </Badge>
              </span>
              <span className={classes.date}>
                <RelativeTime timestamp={version.created_at} />
              </span>
            </span>
          </Accordion.Control>
          <div className={classes.rowDownload}>
            <VersionDownload version={version} isWide={false} />
          </div>
        </div>
        <Accordion.Panel>
          <VersionGallery
            key={version.id}
            version={version}
            isNewest
            newSince={newSince}
            note={<VersionNote version={version} hasFacts />}
            empty={
              <p className={classes.preparing}>
                {t('versions.preparing', { freelancer, number: version.version_number })}
              </p>
            }
          />
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
