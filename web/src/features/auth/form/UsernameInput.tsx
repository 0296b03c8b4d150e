import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';

export function UsernameInput(props: TextInputProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      name="username"
      label={t('auth.username')}
      description={t('auth.usernameHint')}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      size="md"
      {...props}
    />
  );
}
