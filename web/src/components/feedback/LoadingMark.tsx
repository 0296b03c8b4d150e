import { Loader, VisuallyHidden } from '@mantine/core';

/** Wheel that turns while something loads; the words are for screen readers. */
export function LoadingMark({ children }: { children: string }) {
  return (
    <span>
      <Loader color="gray" aria-hidden />
      <VisuallyHidden>{children}</VisuallyHidden>
    </span>
  );
}
