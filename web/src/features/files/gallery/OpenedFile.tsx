import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { Suspense, lazy, useEffect, useRef, useState } from 'react';
import { whenIdle } from '../../../lib/code/when-idle.ts';
import { cardLinkId } from '../grid/card-link.ts';
import type { OpenFile } from '../use-open-file.ts';
import { loadViewer } from '../viewer/late-viewer.ts';
import { FirstLook } from './FirstLook.tsx';

const FileViewer = lazy(async () => ({ default: (await loadViewer()).FileViewer }));

type Props = {
  viewer: OpenFile;
  /** All files of the version, which the viewer steps through. */
  files: readonly ProjectFile[];
  /** True while only a part of the files is there, so that neighbours are unknown. */
  isPart?: boolean;
};

/** The open file, if any: as a preview until the viewer's code is loaded. Render it before the page that it covers. */
export function OpenedFile({ viewer: { file, isNeeded, show, close }, files, isPart = false }: Props) {
  const [hasViewer, setHasViewer] = useState(false);
  useFocusBackOnCard(file);
  // Before the first tap, which is likely to open a file.
  useEffect(() => whenIdle(() => void loadViewer()), []);
  return (
    <>
      {file && !hasViewer && (
        <FirstLook file={file} files={isPart ? [] : files} onShow={show} onClose={close} />
      )}
      {isNeeded && (
        <Suspense fallback={null}>
          <FileViewer file={file} files={files} onThere={setHasViewer} onShow={show} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** Focuses the card of the last shown file once it is closed. */
function useFocusBackOnCard(file: ProjectFile | null): void {
  const lastId = useRef<number | null>(null);
  useEffect(() => {
    if (!file && lastId.current !== null) document.getElementById(cardLinkId(lastId.current))?.focus();
    lastId.current = file?.id ?? null;
  }, [file]);
}
