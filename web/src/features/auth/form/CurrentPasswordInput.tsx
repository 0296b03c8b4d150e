import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';

/** Field for the current password, which password managers fill in. */
export function CurrentPasswordInput(props: PasswordInputProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      name="password"
      label={t('auth.password')}
      autoComplete="current-password"
      size="md"
      mt="md"
      visibilityToggleButtonProps={{ 'aria-label': t('auth.showPassword') }}
      {...props}
    />
  );
}
