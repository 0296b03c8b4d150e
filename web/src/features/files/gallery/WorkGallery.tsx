import { Button, Loader, Text } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { EmptyState } from '../../../components/feedback/EmptyState.tsx';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';
import { useNow } from '../../../components/rendered-clock.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { filesQuery } from '../api.ts';
import { FileMenuButton } from '../editing/FileMenuButton.tsx';
import { LinkedVersion, LinkMenu } from '../links/LinkMenu.tsx';
import { LinkRows } from '../links/LinkRows.tsx';
import { SectionMenu } from '../sections/SectionMenu.tsx';
import { useOpenFile } from '../use-open-file.ts';
import { FileRows } from './FileRows.tsx';
import { FileSections } from './FileSections.tsx';
import { GalleryOpening } from './GalleryOpening.tsx';
import { GallerySkeleton } from './GallerySkeleton.tsx';
import { OpenedFile } from './OpenedFile.tsx';
import { PictureGallery } from './PictureGallery.tsx';
import { UnfoldButton } from './UnfoldButton.tsx';
import { inSections, picturesBeside, shownFiles } from './shown-files.ts';
import { useGalleryParts } from './use-gallery-parts.ts';
import classes from './WorkGallery.module.css';

/** A phone shows the lead and so many other pictures before it is asked for all. */
const ON_PHONE = 4;

const isNew = () => false;

type Props = {
  version: Version;
  isNewest: boolean;
  /** Number of files that are still being uploaded. */
  pendingCount: number;
  addButton: ReactNode;
  toolbar: ReactNode;
  /** The freelancer's own words; stand between the lead and the other files. */
  note: ReactNode;
  onLinkReceivers: ((link: Version['links'][number]) => void) | undefined;
};

/** The files of a version as a client sees them, with a menu in place of each download (specification 2.8). */
export function WorkGallery({
  version,
  isNewest,
  pendingCount,
  addButton,
  toolbar,
  note,
  onLinkReceivers,
}: Props) {
  const { t } = useTranslation();
  const query = useQuery(filesQuery(version.id));
  const { error } = query;
  const files = useMemo(() => inSections(query.data, version.sections), [query.data, version.sections]);
  useEffect(() => {
    if (error) console.error(error);
  }, [error]);
  const viewer = useOpenFile(files);
  const [isPhoneUnfolded, setPhoneUnfolded] = useState(false);
  const now = useNow();
  const coverId = isNewest ? version.covers[0]?.id : undefined;
  const all = useMemo(() => shownFiles(files ?? [], coverId, now()), [files, coverId, now]);
  const { pictured, rows } = useGalleryParts(all, { opened: viewer.file, isGrowing: pendingCount > 0 });
  const linked = useMemo(() => ({ version, onReceivers: onLinkReceivers }), [version, onLinkReceivers]);
  if (query.isPending)
    return <GallerySkeleton cover={isNewest ? version.covers[0] : undefined} count={version.file_count} />;
  if (!files)
    return <ErrorState error={error} fallback={t('files.listFailed')} onRetry={() => void query.refetch()} />;
  if (files.length === 0 && pendingCount === 0 && !version.links?.length)
    return (
      <>
        {note}
        <EmptyState icon={IconFiles} title={t('files.emptyTitle')} order={3} action={addButton}>
          <Text c="dimmed">{t('work.emptyFreelancer')}</Text>
        </EmptyState>
      </>
    );
  const hasSections = version.sections.length > 0;
  const lead = isNewest ? pictured.shown[0] : undefined;
  const pictures = pictured.shown.slice(lead ? 1 : 0);
  const besideCount = lead && !hasSections ? picturesBeside(lead, pictures, version.description) : 0;
  const gallery = { onOpen: viewer.open, isNew, Menu: FileMenuButton };
  const onPhone = pictures.length > ON_PHONE + 1 ? ON_PHONE : undefined;
  const isPhoneFolded = !hasSections && onPhone !== undefined && !isPhoneUnfolded;
  // The card of an opened file is where its reader returns to.
  if (isPhoneFolded && pictures.findIndex(({ id }) => id === viewer.file?.id) >= onPhone)
    setPhoneUnfolded(true);
  return (
    <LinkedVersion value={linked}>
      <OpenedFile viewer={viewer} files={files} />
      <div data-folded={isPhoneFolded || undefined}>
        <GalleryOpening
          lead={lead}
          besideCount={besideCount}
          note={version.description}
          {...gallery}
          isNew={false}
        >
          {note}
          {besideCount > 0 && (
            <PictureGallery pictures={pictures.slice(0, besideCount)} first={onPhone} {...gallery} />
          )}
        </GalleryOpening>
        {toolbar}
        {hasSections ? (
          <FileSections
            version={version}
            files={files}
            lead={lead}
            opened={viewer.file}
            isGrowing={pendingCount > 0}
            now={now()}
            {...gallery}
            SectionMenu={SectionMenu}
            links={version.links}
            LinkMenu={LinkMenu}
          />
        ) : (
          pictures.length > besideCount && (
            <PictureGallery
              pictures={pictures.slice(besideCount)}
              first={onPhone && Math.max(1, onPhone - besideCount)}
              {...gallery}
            />
          )
        )}
        {pendingCount > 0 && (
          <p className={classes.pending}>
            <Loader size="sm" aria-hidden />
            {t('work.arriving', { count: pendingCount })}
          </p>
        )}
        {isPhoneFolded && (
          <Button
            hiddenFrom="sm"
            variant="subtle"
            h={44}
            mt="sm"
            fullWidth
            onClick={() => setPhoneUnfolded(true)}
          >
            {t('files.showAll', { count: files.length })}
          </Button>
        )}
        {!hasSections && (
          <>
            <UnfoldButton folded={pictured} visibleFrom={isPhoneFolded ? 'sm' : undefined} />
            <FileRows files={rows.shown} {...gallery} />
            <UnfoldButton folded={rows} />
            <LinkRows links={version.links} Menu={LinkMenu} />
          </>
        )}
      </div>
    </LinkedVersion>
  );
}
