import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** People and their password managers keep the name beside the password; nobody sees it again before the next login. */
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
