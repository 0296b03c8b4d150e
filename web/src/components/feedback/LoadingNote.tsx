import { VisuallyHidden } from '@mantine/core';

/** Says to those who do not see the skeletons that something is on its way. */
export function LoadingNote({ children }: { children: string }) {
  return <VisuallyHidden component="output">{children}</VisuallyHidden>;
}
