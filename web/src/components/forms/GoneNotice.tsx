import { Stack, Text } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FormMessage } from './FormMessage.tsx';

/** Says that the edited object was deleted meanwhile, and that the input can become a new one. */
export function GoneNotice() {
  const { t } = useTranslation();
  return (
    <FormMessage type="warning">
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {t('conflict.gone')}
        </Text>
        <Text size="sm">{t('conflict.goneHint')}</Text>
      </Stack>
    </FormMessage>
  );
}
