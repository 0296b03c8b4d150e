import { VisuallyHidden } from '@mantine/core';

/** Tells screen readers, which do not see the skeletons, that something is loading. */
export function LoadingNote({ children }: { children: string }) {
  return <VisuallyHidden component="output">{children}</VisuallyHidden>;
}
