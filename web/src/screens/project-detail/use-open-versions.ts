import type { Version } from '@vitrin/shared/contract/versions.ts';
import { useState } from 'react';
import { useVersionOfOpenFile } from '../../features/files/use-open-file.ts';

export type OpenVersions = {
  /** Ids as text, as the accordion expects them. */
  open: string[];
  setOpen: (ids: string[]) => void;
  /** Opens this version only, after it was created. */
  select: (id: number) => void;
};

/** Open version panels: the newest, one that becomes the newest (specification 5.5), and one with an addressed file. */
export function useOpenVersions(versions: readonly Version[]): OpenVersions {
  const newestId = versions.at(-1)?.id;
  const shownId = useVersionOfOpenFile();
  const [open, setOpen] = useState<string[]>(() =>
    versions.filter(({ id }) => id === newestId || id === shownId).map(({ id }) => String(id)),
  );
  const [seenNewest, setSeenNewest] = useState(newestId);
  const [shown, setShown] = useState(shownId);
  if (!Object.is(shownId, shown)) {
    setShown(shownId);
    if (versions.some(({ id }) => id === shownId)) setOpen([...new Set([...open, String(shownId)])]);
  }
  if (newestId !== seenNewest) {
    setSeenNewest(newestId);
    if (newestId !== undefined) setOpen([...new Set([...open, String(newestId)])]);
  }
  return { open, setOpen, select: (id) => setOpen([String(id)]) };
}
