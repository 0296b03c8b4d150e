import { useState } from 'react';

export type OpenVersions = {
  /** Ids as text, as the accordion wants them. */
  open: string[];
  setOpen: (ids: string[]) => void;
  /** The one that was just created is the only one open. */
  select: (id: number) => void;
};

/**
 * Which panels of the versions are open: at first the newest. One that becomes the newest while the page is open,
 * because it was added elsewhere or the newest was deleted, opens as well (DECISIONS "Order of lists").
 */
export function useOpenVersions(newestId: number | undefined): OpenVersions {
  const [open, setOpen] = useState<string[]>(newestId === undefined ? [] : [String(newestId)]);
  const [known, setKnown] = useState(newestId);
  if (newestId !== known) {
    setKnown(newestId);
    if (newestId !== undefined) setOpen([...new Set([...open, String(newestId)])]);
  }
  return { open, setOpen, select: (id) => setOpen([String(id)]) };
}
