import { Menu, VisuallyHidden } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Place } from '@vitrin/shared/contract/places.ts';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'react-router';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import classes from '../FileViewer.module.css';
import own from './PlaceMark.module.css';
import { type Mark, findMarks } from './marks.ts';
import { loadPlace } from './load-place.ts';
import { PlaceMark } from './PlaceMark.tsx';
import { PlaceMenu } from './PlaceMenu.tsx';
import { PointPicker } from './PointPicker.tsx';
import { placeAt, shownPlace } from './screen-place.ts';
import { isText, surfacesIn } from './surfaces.ts';
import { usePlaceInWords } from './use-question.ts';
import { usePointing } from './use-pointing.ts';

type Props = {
  file: ProjectFile;
  /** Holds everything that the viewer shows, and the marks over it. */
  area: RefObject<HTMLElement | null>;
};

type Pointed = { place: Place; x: number; y: number };

/** Points at the place that the address names, and has the menu of the place that is shown or pointed at. */
export function PlaceTools({ file, area }: Props) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const [shown, setShown] = useState<Place>();
  const [pointed, setPointed] = useState<Pointed>();
  const [isMarking, setMarking] = useState(false);
  const { marks, words, forget } = useNamedPlace(file, area);

  const point = (x: number, y: number) => {
    setMarking(false);
    const place = area.current && placeAt(area.current, x, y);
    if (place) setPointed({ place, x, y });
  };
  usePointing(area, point);
  const open = () => area.current && setShown(shownPlace(area.current));
  const close = () => {
    setShown(undefined);
    setPointed(undefined);
    button.current?.focus();
  };
  const canMark = () => {
    const [first] = area.current ? surfacesIn(area.current) : [];
    return first !== undefined && !isText(first) && !(first instanceof HTMLAudioElement);
  };
  const mark = () => {
    setShown(undefined);
    setMarking(true);
  };
  const ground = area.current;
  return (
    <>
      <Menu
        opened={shown !== undefined}
        onChange={(isOpened) => (isOpened ? open() : setShown(undefined))}
        position="bottom-end"
        width={260}
        returnFocus={!isMarking}
      >
        <Menu.Target>
          <button
            ref={button}
            type="button"
            className={classes.button}
            aria-label={t('places.tools')}
            title={t('places.tools')}
          >
            <IconMapPin size={20} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {shown && <PlaceMenu file={file} place={shown} onMark={canMark() ? mark : undefined} />}
        </Menu.Dropdown>
      </Menu>
      <VisuallyHidden component="output">{words && t('places.shown', { place: words })}</VisuallyHidden>
      {ground &&
        createPortal(
          <>
            {marks.map((each, at) => (
              <PlaceMark key={at} mark={each} onFaded={forget} />
            ))}
            {isMarking && <PointPicker area={ground} onChoose={point} onCancel={() => setMarking(false)} />}
            {pointed && <PointedMenu {...pointed} file={file} onClose={close} />}
          </>,
          ground,
        )}
    </>
  );
}

function PointedMenu({ place, x, y, file, onClose }: Pointed & { file: ProjectFile; onClose: () => void }) {
  const { t } = useTranslation();
  const [mark] = useState<Mark>(() => ({
    kind: 'point',
    box: () => ({ left: x, top: y, width: 0, height: 0 }),
  }));
  return (
    <>
      <PlaceMark mark={mark} />
      <Menu opened onClose={onClose} width={260} offset={30}>
        <Menu.Target>
          <button
            type="button"
            tabIndex={-1}
            aria-label={t('places.tools')}
            className={own.anchor}
            style={{ left: x, top: y }}
          />
        </Menu.Target>
        <Menu.Dropdown>
          <PlaceMenu file={file} place={place} onMark={undefined} />
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** Marks of the place in the address until they have faded, and the place in words. */
function useNamedPlace(file: ProjectFile, area: RefObject<HTMLElement | null>) {
  const { search } = useLocation();
  const describe = usePlaceInWords();
  const [marks, setMarks] = useState<Mark[]>([]);
  const [words, setWords] = useState('');
  const show = useEffectEvent((found: Mark[], place: Place) => {
    setMarks(found);
    setWords(describe(place));
  });
  useEffect(() => {
    const stop = new AbortController();
    const find = async () => {
      const place = await loadPlace(search);
      const found = area.current ? await findMarks(area.current, place, file.id, stop.signal) : [];
      if (!stop.signal.aborted && found.length > 0) show(found, place);
    };
    find().catch((error: unknown) => console.error('show the place in the address', error));
    return () => stop.abort();
  }, [search, area, file.id]);
  return { marks, words, forget: () => setMarks([]) };
}
