import { Button } from '@mantine/core';

type Props = {
  folded: { hiddenCount: number; unfold: () => void; unfoldText: string };
  visibleFrom?: string | undefined;
};

/** Shows the rest of a list; nothing where there is none. */
export function UnfoldButton({ folded: { hiddenCount, unfold, unfoldText }, visibleFrom }: Props) {
  if (hiddenCount === 0) return null;
  return (
    <Button variant="subtle" h={44} mt="sm" fullWidth visibleFrom={visibleFrom} onClick={unfold}>
      {unfoldText}
    </Button>
  );
}
