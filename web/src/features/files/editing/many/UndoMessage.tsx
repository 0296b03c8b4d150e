import { Button, Group } from '@mantine/core';
import { useTranslation } from '../../../../i18n/use-translation.ts';

type Props = { text: string; onUndo: () => void };

/** A message about what was done, and the button that takes it back. */
export function UndoMessage({ text, onUndo }: Props) {
  const { t } = useTranslation();
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <span>{text}</span>
      <Button variant="subtle" h={44} flex="none" onClick={onUndo}>
        {t('many.undo')}
      </Button>
    </Group>
  );
}
