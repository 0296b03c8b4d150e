import { Button, Group, Modal, Text, getDefaultZIndex } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';

type Props = { opened: boolean; onKeep: () => void; onDiscard: () => void };

/** Asks before what was typed in a dialog is discarded. Part of the dialog's own code, so that it works offline too. */
export function DiscardQuestion({ opened, onKeep, onDiscard }: Props) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onKeep}
      title={t('unsaved.title')}
      withCloseButton={false}
      zIndex={getDefaultZIndex('modal') + 1}
    >
      <Text>{t('unsaved.message')}</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button color="red" h={44} variant="default" onClick={onDiscard}>
          {t('unsaved.discard')}
        </Button>
        <Button h={44} data-autofocus onClick={onKeep}>
          {t('unsaved.keep')}
        </Button>
      </Group>
    </Modal>
  );
}
