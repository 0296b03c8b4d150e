import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FileIcon } from '../grid/FileIcon.tsx';
import classes from './SoundView.module.css';
import { PreviewNote } from './PreviewNote.tsx';
import { useMomentOfAddress } from './media/use-moment-of-address.ts';
import { usePlayed } from './media/use-played.ts';
import type { ViewProps } from './view-props.ts';

export function SoundView({ file, isOpen, onFailure }: ViewProps) {
  const { t } = useTranslation();
  const sound = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    if (!isOpen) sound.current?.pause();
  }, [isOpen]);
  usePlayed(sound, file.id);
  const showMoment = useMomentOfAddress();
  const [played, setPlayed] = useState(0);
  const seek = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const { current } = sound;
    if (current && current.duration > 0) current.currentTime = ((clientX - left) / width) * current.duration;
  };
  return (
    <div className={classes.sound}>
      {file.picture === null ? (
        <FileIcon kind="audio" size={72} />
      ) : (
        // For pointers: the player below does the same by keys.
        <div
          className={classes.wave}
          aria-hidden
          onPointerDown={seek}
          style={{ maskImage: `url("${file.picture}")`, backgroundSize: `${played * 100}% 100%, 100%` }}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- people's own sounds come without captions */}
      <audio
        ref={sound}
        src={file.preview ?? file.file}
        controls
        preload="metadata"
        data-place
        onLoadedMetadata={({ currentTarget }) => showMoment(currentTarget)}
        onError={() => onFailure()}
        onTimeUpdate={({ currentTarget }) =>
          setPlayed(currentTarget.currentTime / currentTarget.duration || 0)
        }
        aria-label={t('viewer.sound', { name: file.name })}
      />
      {file.preview_percent !== null && <PreviewNote percent={file.preview_percent} />}
    </div>
  );
}
