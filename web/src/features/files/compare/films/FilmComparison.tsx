import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import viewer from '../../viewer/FileViewer.module.css';
import { useArrowKeys } from '../../viewer/use-arrow-keys.ts';
import type { Side } from '../side.ts';
import classes from './FilmComparison.module.css';
import { useFilms } from './use-films.ts';

/** Seconds that an arrow key goes back or on, and those of one frame for comma and full stop. */
const STEP = 1;
const FRAME = 1 / 25;

type Props = { sides: [older: Side, newer: Side]; isOpen: boolean };

/** Two films beside each other, which play, pause and are sought as one. The newer one is heard. */
export function FilmComparison({ sides, isOpen }: Props) {
  const { t } = useTranslation();
  const older = useRef<HTMLVideoElement>(null);
  const newer = useRef<HTMLVideoElement>(null);
  const films = useFilms(older, newer, isOpen);
  const [failed, setFailed] = useState<string | null>(null);
  useArrowKeys(isOpen && films.isReady, {
    k: films.toggle,
    ArrowLeft: () => films.seek(films.time - STEP),
    ArrowRight: () => films.seek(films.time + STEP),
    ',': () => films.seek(films.time - FRAME),
    '.': () => films.seek(films.time + FRAME),
    Home: () => films.seek(0),
    End: () => films.seek(films.length),
  });
  if (failed !== null)
    return (
      <p className={viewer.failure} role="alert">
        {t('compare.filmFailed', { label: failed })}
      </p>
    );

  const word = t(films.isPlaying ? 'compare.pause' : 'compare.play');
  const Icon = films.isPlaying ? IconPlayerPause : IconPlayerPlay;
  return (
    <div className={classes.films}>
      <div className={classes.panes}>
        {sides.map(({ file, label }, at) => (
          <div key={file.id} className={classes.pane}>
            {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- people's own films come without captions */}
            <video
              ref={at === 0 ? older : newer}
              className={classes.film}
              data-place={file.id}
              src={file.preview ?? file.file}
              poster={file.thumbnail_large ?? undefined}
              muted={at === 0}
              playsInline
              preload="auto"
              aria-label={`${label}: ${file.name}`}
              onError={() => setFailed(label)}
              // A film with only its sound playable.
              onLoadedMetadata={({ currentTarget }) => currentTarget.videoWidth === 0 && setFailed(label)}
            />
            <span className={classes.label} aria-hidden>
              {label}
            </span>
          </div>
        ))}
      </div>
      <div className={classes.controls}>
        <button
          type="button"
          className={viewer.button}
          onClick={films.toggle}
          disabled={!films.isReady}
          aria-label={word}
          aria-keyshortcuts="k"
          title={t('compare.modeKey', { name: word, key: 'K' })}
        >
          <Icon size={22} aria-hidden />
        </button>
        <input
          type="range"
          className={classes.time}
          min={0}
          max={films.length}
          step={0.01}
          value={films.time}
          disabled={!films.isReady}
          onChange={({ currentTarget }) => films.seek(Number(currentTarget.value))}
          aria-label={t('compare.time')}
          aria-valuetext={t('compare.timeValue', { time: clock(films.time), length: clock(films.length) })}
        />
        <span className={classes.clock}>
          {clock(films.time)} / {clock(films.length)}
        </span>
      </div>
    </div>
  );
}

/** 75.4 -> "1:15" */
function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
