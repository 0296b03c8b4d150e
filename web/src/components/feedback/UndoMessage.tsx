import { Button, Group } from '@mantine/core';

type Props = { text: string; label: string; onUndo: () => void };

export function UndoMessage({ text, label, onUndo }: Props) {
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <span>{text}</span>
      <Button variant="subtle" h={44} flex="none" onClick={onUndo}>
        {label}
      </Button>
    </Group>
  );
}
