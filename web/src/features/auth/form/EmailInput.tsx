import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';

export function EmailInput(props: TextInputProps) {
  const { t } = useTranslation();
  return (
    <TextInput type="email" name="email" label={t('auth.email')} autoComplete="email" size="md" {...props} />
  );
}
