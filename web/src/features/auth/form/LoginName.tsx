import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Shows the login name beside a new password, for people and their password managers to keep together. */
export function LoginName({ username }: { username: string }) {
  const { t } = useTranslation();
  return (
    <TextInput
      name="username"
      label={t('auth.loginName')}
      description={t('auth.loginNameHint', { username })}
      autoComplete="username"
      size="md"
      mt="md"
      value={username}
      readOnly
      variant="filled"
    />
  );
}
