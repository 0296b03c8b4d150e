import { useState } from 'react';

/** Which panels of the accordion are open: at first the newest. */
export function useOpenVersions(newestId: number | undefined) {
  const [open, setOpen] = useState<string[]>(newestId === undefined ? [] : [String(newestId)]);
  return {
    open,
    setOpen,
    /** The one that was just created is the only one open. */
    select: (id: number) => setOpen([String(id)]),
  };
}
