import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function EmailInput(props: TextInputProps) {
  const { t } = useTranslation();
  return (
    <TextInput type="email" name="email" label={t('auth.email')} autoComplete="email" size="md" {...props} />
  );
}
