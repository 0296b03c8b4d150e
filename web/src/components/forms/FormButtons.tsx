import { Button, Group } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';

type Props = { submitLabel: string; isSaving: boolean; onCancel: () => void };

/** Cancel and the primary button of a dialog's form; it shows a spinner while the form is being saved. */
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
