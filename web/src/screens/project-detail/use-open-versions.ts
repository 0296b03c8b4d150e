import { useState } from 'react';

export type OpenVersions = {
  /** Ids as text, as the accordion wants them. */
  open: string[];
  setOpen: (ids: string[]) => void;
  /** The one that was just created is the only one open. */
  select: (id: number) => void;
};

/** Which panels of the versions are open: at first the newest. */
export function useOpenVersions(newestId: number | undefined): OpenVersions {
  const [open, setOpen] = useState<string[]>(newestId === undefined ? [] : [String(newestId)]);
  return { open, setOpen, select: (id) => setOpen([String(id)]) };
}
