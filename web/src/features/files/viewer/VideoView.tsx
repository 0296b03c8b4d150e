import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './FileViewer.module.css';
import { PreviewNote } from './PreviewNote.tsx';
import type { ViewProps } from './ViewedFile.tsx';

/**
 * A video with the browser's own controls, played inside the page on phones too. Browsers play the sound of a film
 * whose picture they cannot decode (HEVC, ProRes) without an error; only its width of 0 shows it.
 */
export function VideoView({ file, isOpen, onFailure }: ViewProps) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (!isOpen) video.current?.pause();
  }, [isOpen]);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- people's own films come without captions */}
      <video
        ref={video}
        className={classes.video}
        src={file.preview ?? file.file}
        poster={file.thumbnail_large ?? undefined}
        controls
        playsInline
        preload="metadata"
        onLoadedMetadata={({ currentTarget }) => {
          if (currentTarget.videoWidth === 0) onFailure();
        }}
        onError={onFailure}
        aria-label={t('viewer.video', { name: file.name })}
      />
      {file.preview_percent !== null && <PreviewNote percent={file.preview_percent} />}
    </>
  );
}
