import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './ThemeToggle.module.css';

/** Flips light and dark; both icons are in the page and CSS shows one, so that prerendered HTML fits both. */
export function ThemeToggle() {
  const { t } = useTranslation();
  const { toggleColorScheme } = useMantineColorScheme();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      onClick={toggleColorScheme}
      aria-label={t('shell.switchTheme')}
      data-theme-toggle
    >
      <IconMoon className={classes.moon} size={20} stroke={1.6} />
      <IconSun className={classes.sun} size={20} stroke={1.6} />
    </ActionIcon>
  );
}
