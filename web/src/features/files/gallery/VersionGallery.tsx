import { useQuery } from '@tanstack/react-query';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Version } from '@vitrin/shared/contract/versions.ts';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ErrorState } from '../../../components/feedback/ErrorState.tsx';
import { useRenderedClock } from '../../../components/rendered-clock.ts';
import { serverNow } from '../../../lib/clock/server-clock.ts';
import { filesQuery } from '../api.ts';
import { ChooseFilesButton } from '../downloads/ChooseFilesButton.tsx';
import { LinkRows } from '../links/LinkRows.tsx';
import { useIsFileOpen, useOpenFile } from '../use-open-file.ts';
import { FileRows } from './FileRows.tsx';
import { FileSections } from './FileSections.tsx';
import { GalleryOpening } from './GalleryOpening.tsx';
import { GallerySkeleton } from './GallerySkeleton.tsx';
import { OpenedFile } from './OpenedFile.tsx';
import { PictureGallery } from './PictureGallery.tsx';
import { UnfoldButton } from './UnfoldButton.tsx';
import { VersionDownloads } from './VersionDownloads.tsx';
import { inSections, picturesBeside, shownFiles } from './shown-files.ts';
import { useGalleryParts } from './use-gallery-parts.ts';

type Props = {
  version: Version;
  /** The version of the page: its lead is shown large, and its download follows the reader on a phone. */
  isNewest: boolean;
  /** Files that came later are marked; nothing is where it is null. */
  newSince: string | null;
  /** Freelancer's note on the version; stands between the lead and the other files. */
  note: ReactNode;
  empty: ReactNode;
};

/** Files of a version for a reader: the lead, other pictures in rows, and files without a picture. */
export function VersionGallery({ version, isNewest, newSince, note, empty }: Props) {
  const { t } = useTranslation();
  const query = useQuery(filesQuery(version.id));
  useEffect(() => {
    if (query.error) console.error(query.error);
  }, [query.error]);
  // A rendered page may have had only the first of the files, which are as old as can be.
  const isFirstPart = query.dataUpdatedAt === 0;
  const current = useMemo(() => ({ listed: query.data, isPart: isFirstPart }), [query.data, isFirstPart]);
  // Thousands that take the place of a part are rendered in slices, so that a phone goes on scrolling.
  const { listed, isPart } = useDeferredValue(current);
  const data = useMemo(() => inSections(listed, version.sections), [listed, version.sections]);
  const viewer = useOpenFile(data);
  const isFileOpen = useIsFileOpen();
  // The lead that was shown first stays, so that a picture drawn later never takes the place of what is being clicked.
  const [ledBy, setLedBy] = useState(isNewest ? version.covers[0]?.id : undefined);
  const [mountedAt] = useState(serverNow);
  // The present as it was when the page was rendered, so that server and browser show the same.
  const now = useRenderedClock()?.now ?? mountedAt;
  const files = useMemo(() => shownFiles(data ?? [], ledBy, now), [data, ledBy, now]);
  const { pictured, rows } = useGalleryParts(files, { opened: viewer.file, isGrowing: false });
  const lead = isNewest ? pictured.shown[0] : undefined;
  if (lead && lead.id !== ledBy) setLedBy(lead.id);

  const failure = query.error && (
    <ErrorState error={query.error} fallback={t('files.listFailed')} onRetry={() => void query.refetch()} />
  );
  const hasSections = version.sections.length > 0;
  if (!data?.length)
    return (
      <>
        {listed === undefined && !query.error && (
          <GallerySkeleton cover={isNewest ? version.covers[0] : undefined} count={version.file_count} />
        )}
        {note}
        {hasSections ? (
          <FileSections
            version={version}
            files={data ?? []}
            lead={undefined}
            opened={null}
            links={version.links}
            isGrowing={false}
            now={now}
            onOpen={viewer.open}
            isNew={() => false}
          />
        ) : (
          <LinkRows links={version.links} />
        )}
        {data ? (version.links?.length ? null : empty) : failure}
      </>
    );
  // Where the whole version is new, its row says so.
  const marksFiles = newSince !== null && version.created_at <= newSince;
  const isNew = ({ created_at }: ProjectFile) => marksFiles && created_at > newSince;
  const pictures = pictured.shown.slice(lead ? 1 : 0);
  const besideCount = lead && !hasSections ? picturesBeside(lead, pictures, version.description) : 0;
  const gallery = { onOpen: viewer.open, isNew };
  return (
    <VersionDownloads version={version} isNewest={isNewest}>
      <OpenedFile viewer={viewer} files={data} isPart={isPart} />
      <GalleryOpening
        lead={lead}
        besideCount={besideCount}
        note={version.description}
        onOpen={viewer.open}
        isNew={lead !== undefined && isNew(lead)}
        isCovered={isFileOpen}
      >
        {note}
        {besideCount > 0 && <PictureGallery pictures={pictures.slice(0, besideCount)} {...gallery} />}
      </GalleryOpening>
      {hasSections ? (
        <FileSections
          version={version}
          files={data}
          lead={lead}
          opened={viewer.file}
          links={version.links}
          isGrowing={false}
          now={now}
          {...gallery}
        />
      ) : (
        <>
          {pictures.length > besideCount && (
            <PictureGallery pictures={pictures.slice(besideCount)} {...gallery} />
          )}
          <UnfoldButton folded={pictured} />
          <FileRows files={rows.shown} {...gallery} />
          <UnfoldButton folded={rows} />
          <LinkRows links={version.links} />
        </>
      )}
      {!isPart && <ChooseFilesButton versionId={version.id} files={data} />}
      {isPart && (failure ?? <GallerySkeleton count={version.file_count} />)}
    </VersionDownloads>
  );
}
