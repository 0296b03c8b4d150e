import { TextInput } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './LoginName.module.css';

/**
 * Shows the login name beside a new password, for people and their password managers to keep together. `quiet`: as a
 * line of text, where the password is the one thing to fill in.
 */
export function LoginName({ username, quiet = false }: { username: string; quiet?: boolean }) {
  const { t } = useTranslation();
  return (
    <TextInput
      name="username"
      label={t('auth.loginName')}
      description={quiet ? undefined : t('auth.loginNameHint', { username })}
      autoComplete="username"
      size="md"
      mt={quiet ? 0 : 'md'}
      value={username}
      readOnly
      variant={quiet ? 'unstyled' : 'filled'}
      classNames={quiet ? { root: classes.line, label: classes.label, input: classes.name } : undefined}
    />
  );
}
