import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FileIcon } from '../grid/FileIcon.tsx';
import classes from './SoundView.module.css';
import { PreviewNote } from './PreviewNote.tsx';
import type { ViewProps } from './ViewedFile.tsx';

export function SoundView({ file, isOpen, onFailure }: ViewProps) {
  const { t } = useTranslation();
  const sound = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    if (!isOpen) sound.current?.pause();
  }, [isOpen]);
  return (
    <div className={classes.sound}>
      <FileIcon kind="audio" size={72} />
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- people's own sounds come without captions */}
      <audio
        ref={sound}
        src={file.preview ?? file.file}
        controls
        preload="metadata"
        onError={onFailure}
        aria-label={t('viewer.sound', { name: file.name })}
      />
      {file.preview_percent !== null && <PreviewNote percent={file.preview_percent} />}
    </div>
  );
}
