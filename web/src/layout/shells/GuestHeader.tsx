import { Button } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link, useMatch } from 'react-router';
import { paths } from '../../paths.ts';
import { Brand } from './Brand.tsx';
import classes from './GuestHeader.module.css';
import { LanguageSwitcher } from '../preferences/LanguageSwitcher.tsx';
import { ThemeToggle } from '../preferences/ThemeToggle.tsx';

/** Header of guests (specification 2.3); an invited client has no use for the login button yet. */
export function GuestHeader() {
  const { t } = useTranslation();
  const isInvited = useMatch(paths.customerRegister) !== null;
  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        <div className={classes.brand}>
          <Brand />
        </div>
        <div className={classes.actions}>
          <LanguageSwitcher short />
          <ThemeToggle />
          {!isInvited && (
            <Button component={Link} to={paths.login} variant="default" h={44}>
              {t('actions.login')}
            </Button>
          )}
        </div>
      </div>
    </header>
  );
}
