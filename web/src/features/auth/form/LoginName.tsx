import { TextInput } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './LoginName.module.css';

/** Shows the login name beside a new password for people and password managers; `quiet` shows a line of text. */
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
