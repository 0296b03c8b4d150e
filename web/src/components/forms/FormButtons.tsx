import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Props = { submitLabel: string; isSaving: boolean; onCancel: () => void };

/** The end of a dialog's form: Cancel, and the one primary action with a spinner while it saves. */
export function FormButtons({ submitLabel, isSaving, onCancel }: Props) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end" mt="lg" gap="sm">
      <Button variant="default" h={44} onClick={onCancel}>
        {t('actions.cancel')}
      </Button>
      <Button type="submit" h={44} loading={isSaving}>
        {submitLabel}
      </Button>
    </Group>
  );
}
