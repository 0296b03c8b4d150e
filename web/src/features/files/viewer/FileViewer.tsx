import { Modal } from '@mantine/core';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useLooks } from '../../../components/use-looks.ts';
import { cardLinkId } from '../grid/card-link.ts';
import { openingOf } from '../grid/file-kind.ts';
import classes from './FileViewer.module.css';
import { isClickBeside } from './click-beside.ts';
import { useArrowKeys } from './use-arrow-keys.ts';
import { usePreloadedNeighbours } from './use-preloaded-neighbours.ts';
import { ViewedFile } from './ViewedFile.tsx';
import { ViewerBar } from './ViewerBar.tsx';
import { ViewerSteps } from './ViewerSteps.tsx';

/** Delay after closing before the content is removed (specification 2.9). */
const CLEAR_MS = 300;

type Props = {
  /** Null while closed. */
  file: ProjectFile | null;
  /** All files of the version; the viewer steps through those that it can show. */
  files: readonly ProjectFile[];
  onShow: (file: ProjectFile) => void;
  onClose: () => void;
};

/** Images, videos, sounds and documents in full screen. Escape and a click beside the content close it. */
export function FileViewer({ file, files, onShow, onClose }: Props) {
  const shown = useLinger(file);
  const isOpen = file !== null;
  useLooks(file ? [{ kind: 'file_previewed', id: file.id }] : []);
  const row = files.filter((each) => openingOf(each) === 'viewer');
  const place = row.findIndex(({ id }) => id === shown?.id);
  const previous = row[place - 1];
  const next = row[place + 1];

  useInertPage(isOpen);
  useFocusBackOnCard(file);
  useArrowKeys(isOpen, {
    ArrowLeft: () => previous && onShow(previous),
    ArrowRight: () => next && onShow(next),
  });
  usePreloadedNeighbours(isOpen ? [previous, next] : []);

  if (!shown) return null;
  const closeBeside = (event: MouseEvent) => {
    if (isClickBeside(event)) onClose();
  };
  return (
    <Modal.Root opened={isOpen} onClose={onClose} fullScreen padding={0} keepMounted returnFocus={false}>
      <Modal.Content className={classes.content}>
        <Modal.Body className={classes.body}>
          <ViewerBar file={shown} place={place + 1} count={row.length} onClose={onClose} />
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the backdrop: Escape is its key */}
          <div className={classes.stage} onClick={closeBeside} data-testid="viewer-backdrop">
            <ViewedFile
              key={shown.id}
              file={shown}
              isOpen={isOpen}
              onPrevious={previous && (() => onShow(previous))}
              onNext={next && (() => onShow(next))}
              onClose={onClose}
            />
          </div>
          <ViewerSteps
            onPrevious={previous && (() => onShow(previous))}
            onNext={next && (() => onShow(next))}
          />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The file, and for 300 ms after closing still the last one. */
function useLinger(file: ProjectFile | null): ProjectFile | null {
  const [shown, setShown] = useState(file);
  if (file && file !== shown) setShown(file);
  useEffect(() => {
    if (file) return undefined;
    const timer = setTimeout(() => setShown(null), CLEAR_MS);
    return () => clearTimeout(timer);
  }, [file]);
  return shown;
}

/** Makes the page behind the viewer unreachable while it is open. */
function useInertPage(isOpen: boolean): void {
  useEffect(() => {
    const page = document.getElementById('root');
    if (!isOpen || !page) return undefined;
    page.inert = true;
    return () => void (page.inert = false);
  }, [isOpen]);
}

/** Focuses the card of the last shown file when the viewer closes. */
function useFocusBackOnCard(file: ProjectFile | null): void {
  const lastId = useRef<number | null>(null);
  useEffect(() => {
    if (!file && lastId.current !== null) document.getElementById(cardLinkId(lastId.current))?.focus();
    lastId.current = file?.id ?? null;
  }, [file]);
}
