import { Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import classes from './OptionalEmail.module.css';

type Props = {
  /** True if the field has a value or an error, which must not be folded away. */
  hasError: boolean;
  children: ReactNode;
};

/** Folds the field for an address, which is not needed before the first look at the work. */
export function OptionalEmail({ hasError, children }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={classes.fold}
      open={isOpen || hasError}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={classes.summary}>
        <span>
          <span className={classes.title}>{t('auth.emailAdd')}</span>
          <Text component="span" display="block" size="sm" c="dimmed">
            {t('auth.emailAddWhy')}
          </Text>
        </span>
        <IconChevronDown size={18} className={classes.chevron} aria-hidden />
      </summary>
      {children}
    </details>
  );
}
