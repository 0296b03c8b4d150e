import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import { PLACE_PARAMETERS } from '@vitrin/shared/rules/place-parameters.ts';
import { startTransition, useCallback, useOptimistic, useRef, useState } from 'react';
import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router';
import { useLatestAddress } from '../../components/lists/use-latest-address.ts';

/** The open file and its version are in the address, to share it and to close the viewer by "back". */
export const FILE_PARAMETER = 'file';
export const VERSION_PARAMETER = 'version';
/** Another file that the open one is compared with. */
export const WITH_PARAMETER = 'with';
/** Everything in the address that belongs to the open file. */
export const PARAMETERS_OF_FILE = [FILE_PARAMETER, VERSION_PARAMETER, WITH_PARAMETER, ...PLACE_PARAMETERS];

/** State of a history entry that a click on a card made: closing goes back instead of adding another entry. */
const OPENED_HERE = { fileOpenedHere: true };

/** Ids of the file shown before and after a click; 0 for none. */
type Change = { from: number; to: number };

/** The change until the address has made it: its transition may wait for parts of a page that React has yet to take over. */
const afterChange = (id: number, { from, to }: Change) => (id === from ? to : id);

export type OpenFile = ReturnType<typeof useOpenFile>;

/** The file that the viewer shows, and functions to open, change and close it. */
export function useOpenFile(files: readonly ProjectFile[] | undefined) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [id, changeNow] = useOptimistic(fileIdIn(query), afterChange);
  const file = files?.find((each) => each.id === id) ?? null;
  const [wasOpened, setWasOpened] = useState(false);
  if (file && !wasOpened) setWasOpened(true);

  // Read when needed: a second click may come before the first one is rendered, and hundreds of cards need not be
  // rendered at each change of the address.
  const latestAddress = useLatestAddress();
  const isClosing = useRef(false);

  const change = useCallback(
    (what: Change, navigated: () => Promise<void>) =>
      startTransition(async () => {
        changeNow(what);
        await navigated();
      }),
    [changeNow],
  );

  const go = useCallback(
    async (next: ProjectFile | null, options: NavigateOptions) => {
      const search = new URLSearchParams(latestAddress()?.search);
      for (const name of PARAMETERS_OF_FILE) search.delete(name);
      if (next) {
        search.set(VERSION_PARAMETER, String(next.version));
        search.set(FILE_PARAMETER, String(next.id));
      }
      await navigate({ search: search.toString() }, { ...options, preventScrollReset: true });
    },
    [latestAddress, navigate],
  );

  return {
    file,
    /** The viewer's code is loaded with the first file that is opened. */
    isNeeded: wasOpened,
    open: useCallback(
      (next: ProjectFile) => {
        if (fileIdIn(latestAddress()?.search) === next.id) return;
        change({ from: 0, to: next.id }, () => go(next, { state: OPENED_HERE }));
      },
      [change, go, latestAddress],
    ),
    /** Shows the next or previous file; "back" still closes the viewer. */
    show: (next: ProjectFile) => {
      const address = latestAddress();
      const state: unknown = address?.state;
      // A file that is being closed stays closed. The next one comes with its address, which names no place of the one before.
      if (fileIdIn(address?.search) !== 0) void go(next, { replace: true, state, flushSync: true });
    },
    close: () => {
      if (isClosing.current) return;
      isClosing.current = true;
      const isOpened = isOpenedHere(latestAddress()?.state);
      change({ from: id, to: 0 }, async () => {
        try {
          await (isOpened ? navigate(-1) : go(null, { replace: true }));
        } finally {
          isClosing.current = false;
        }
      });
    },
  };
}

/** Version of the file in the address, which needs an open panel; NaN when there is none. */
export function useVersionOfOpenFile(): number {
  const [query] = useSearchParams();
  return Number(query.get(VERSION_PARAMETER) ?? Number.NaN);
}

/** True if the address opens a file, which then covers the page. */
export function useIsFileOpen(): boolean {
  const [query] = useSearchParams();
  return fileIdIn(query) > 0;
}

/** 0 for none. */
function fileIdIn(query: URLSearchParams | string = ''): number {
  return Number(new URLSearchParams(query).get(FILE_PARAMETER));
}

function isOpenedHere(state: unknown): boolean {
  return (state as typeof OPENED_HERE | null)?.fileOpenedHere === true;
}
