import { Modal, VisuallyHidden } from '@mantine/core';
import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { type MouseEvent, Suspense, lazy, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useLooks } from '../../../components/use-looks.ts';
import { loadWithTexts } from '../../../i18n/i18n.ts';
import { useComparison } from '../compare/use-comparison.ts';
import { isShown } from '../grid/file-opening.ts';
import classes from './FileViewer.module.css';
import { type ReaderTools, ReaderToolsContext } from './documents/reader-tools.ts';
import { Filmstrip } from './filmstrip/Filmstrip.tsx';
import { isClickBeside } from './click-beside.ts';
import { VIEWER_SIZES } from './picture-choice.ts';
import { useArrowKeys } from './use-arrow-keys.ts';
import { usePreloadedNeighbours } from './use-preloaded-neighbours.ts';
import { useSwipe } from './use-swipe.ts';
import { ViewedFile } from './ViewedFile.tsx';
import { ViewerBar } from './ViewerBar.tsx';
import { ViewerSteps } from './ViewerSteps.tsx';

const CompareButton = lazy(async () => ({
  default: (await loadWithTexts(['compare'], () => import('../compare/CompareButton.tsx'))).CompareButton,
}));
const PlaceTools = lazy(async () => ({
  default: (await loadWithTexts(['places', 'projects', 'viewer'], () => import('./places/PlaceTools.tsx')))
    .PlaceTools,
}));
const Comparison = lazy(async () => ({
  default: (await loadWithTexts(['compare', 'projects', 'viewer'], () => import('../compare/Comparison.tsx')))
    .Comparison,
}));

/** Delay after closing before the content is removed (specification 2.9). */
const CLEAR_MS = 300;

type Props = {
  /** Null while closed. */
  file: ProjectFile | null;
  /** All files of the version, which the viewer steps through. */
  files: readonly ProjectFile[];
  /** Called with true once the viewer stands on the page. */
  onThere?: (isThere: boolean) => void;
  onShow: (file: ProjectFile) => void;
  onClose: () => void;
};

/** The files of a version one by one, over the whole page. Escape and a click beside the content close it. */
export function FileViewer({ file, files, onThere, onShow, onClose }: Props) {
  const { t } = useTranslation();
  const shown = useLinger(file);
  const isOpen = file !== null;
  const isPreviewed = file !== null && isShown(file);
  useLooks(isPreviewed ? [{ kind: 'file_previewed', id: file.id }] : []);
  const index = files.findIndex(({ id }) => id === shown?.id);
  const previous = files[index - 1];
  const next = files[index + 1];
  const [first] = files;
  const last = files.at(-1);
  const onPrevious = previous && (() => onShow(previous));
  const onNext = next && (() => onShow(next));

  useEffect(() => onThere?.(true), [onThere]);
  const area = useRef<HTMLDivElement>(null);
  const comparison = useComparison(file?.id ?? null);
  const isComparing = comparison.withId !== null;
  useInertPage(isOpen);
  useArrowKeys(isOpen && !isComparing, {
    ArrowLeft: () => onPrevious?.(),
    ArrowRight: () => onNext?.(),
    Home: () => first && onShow(first),
    End: () => last && onShow(last),
  });
  usePreloadedNeighbours(isOpen && !isComparing ? [next, previous] : [], VIEWER_SIZES);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [tools, setTools] = useState<ReaderTools | null>(null);
  const swipe = useSwipe({ onPrevious, onNext });

  if (!shown) return null;
  const closeBeside = (event: MouseEvent) => {
    if (isClickBeside(event)) onClose();
  };
  const places = (
    <Suspense fallback={null}>
      <PlaceTools key={shown.id} file={shown} area={area} />
    </Suspense>
  );
  return (
    <Modal.Root
      opened={isOpen}
      onClose={isComparing ? comparison.close : onClose}
      closeOnEscape={!isMenuOpen}
      fullScreen
      padding={0}
      keepMounted
      returnFocus={false}
    >
      <Modal.Content className={classes.content}>
        <Modal.Body ref={area} className={classes.body}>
          {comparison.withId === null ? (
            <>
              <ViewerBar
                file={shown}
                index={index + 1}
                count={files.length}
                isOpen={isOpen}
                wasCompared={comparison.wasCompared}
                tools={
                  <Suspense fallback={null}>
                    <CompareButton
                      key={shown.id}
                      file={shown}
                      isFocused={comparison.wasCompared}
                      onCompare={comparison.open}
                    />
                  </Suspense>
                }
                placeTools={places}
                onClose={onClose}
                onToolsTarget={setTools}
                onMenu={setMenuOpen}
              />
              <VisuallyHidden component="output">
                {files.length > 1 &&
                  t('viewer.placed', { name: shown.name, place: index + 1, count: files.length })}
              </VisuallyHidden>
              <div className={classes.middle}>
                {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the backdrop: Escape is its key */}
                <div className={classes.stage} onClick={closeBeside} data-testid="viewer-backdrop" {...swipe}>
                  <ReaderToolsContext value={tools}>
                    <ViewedFile
                      key={shown.id}
                      file={shown}
                      files={files}
                      isOpen={isOpen}
                      onPrevious={onPrevious}
                      onNext={onNext}
                      onClose={onClose}
                    />
                  </ReaderToolsContext>
                </div>
                <ViewerSteps onPrevious={onPrevious} onNext={onNext} />
              </div>
              {shown.caption && (
                <p className={classes.caption} dir="auto">
                  {shown.caption}
                </p>
              )}
              {files.length > 1 && <Filmstrip files={files} shownIndex={index} onShow={onShow} />}
            </>
          ) : (
            <Suspense fallback={null}>
              <Comparison
                key={shown.id}
                file={shown}
                withId={comparison.withId}
                isOpen={isOpen}
                tools={places}
                onChoose={comparison.change}
                onClose={comparison.close}
              />
            </Suspense>
          )}
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
