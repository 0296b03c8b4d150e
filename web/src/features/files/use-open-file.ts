import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useLatestAddress } from '../../components/lists/use-latest-address.ts';
import { openingOf } from './grid/file-kind.ts';

/** The open file is in the address, with its version: it can be shared, and "back" closes the viewer. */
const PARAMETER = 'file';
const VERSION_PARAMETER = 'version';

/** Left in the history entry by a click on a card: closing goes back instead of adding an entry. */
const OPENED_HERE = { fileOpenedHere: true };

/** Which of `files` the viewer shows, and the ways to open, change and close it. */
export function useOpenFile(files: readonly ProjectFile[] | undefined) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const id = fileIdIn(query);
  const file = files?.find((each) => each.id === id && openingOf(each) === 'viewer') ?? null;
  const [wasOpened, setWasOpened] = useState(false);
  if (file && !wasOpened) setWasOpened(true);

  // Asked for when it is needed: a second click may come before the work of the first one is drawn, and hundreds of
  // cards need not be drawn again with each change of the address.
  const latestAddress = useLatestAddress();
  const isClosing = useRef(false);
  useEffect(() => {
    if (id === 0) isClosing.current = false;
  }, [id]);

  const go = useCallback(
    (next: ProjectFile | null, options: { replace: boolean; state: unknown }) => {
      isClosing.current = next === null;
      const search = new URLSearchParams(latestAddress()?.search);
      search.delete(PARAMETER);
      search.delete(VERSION_PARAMETER);
      if (next) {
        search.set(VERSION_PARAMETER, String(next.version));
        search.set(PARAMETER, String(next.id));
      }
      void navigate({ search: search.toString() }, { ...options, preventScrollReset: true });
    },
    [latestAddress, navigate],
  );

  return {
    file,
    /** The viewer's code is loaded with the first file that is opened. */
    isNeeded: wasOpened,
    open: useCallback(
      (next: ProjectFile) => {
        if (fileIdIn(latestAddress()?.search) !== next.id) go(next, { replace: false, state: OPENED_HERE });
      },
      [go, latestAddress],
    ),
    /** The next or previous one; "back" still closes. */
    show: (next: ProjectFile) => go(next, { replace: true, state }),
    close: () => {
      if (isClosing.current) return;
      isClosing.current = true;
      if (isOpenedHere(state)) void navigate(-1);
      else go(null, { replace: true, state: null });
    },
  };
}

/** The version whose file the address shows, which must be open for that; NaN when it shows none. */
export function useVersionOfOpenFile(): number {
  const [query] = useSearchParams();
  return Number(query.get(VERSION_PARAMETER) ?? Number.NaN);
}

/** 0 for none. */
function fileIdIn(query: URLSearchParams | string = ''): number {
  return Number(new URLSearchParams(query).get(PARAMETER));
}

function isOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'fileOpenedHere' in state;
}
