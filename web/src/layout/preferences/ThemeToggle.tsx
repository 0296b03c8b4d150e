import { ActionIcon } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useThemeSwitch } from '../../components/use-theme-switch.ts';
import classes from './ThemeToggle.module.css';

/** Switches light and dark; both icons are rendered and CSS shows one, so that prerendered HTML fits both themes. */
export function ThemeToggle() {
  const { t } = useTranslation();
  const { toggleTheme } = useThemeSwitch();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={44}
      onClick={toggleTheme}
      aria-label={t('shell.switchTheme')}
      data-theme-toggle
    >
      <IconMoon className={classes.moon} size={20} stroke={1.6} />
      <IconSun className={classes.sun} size={20} stroke={1.6} />
    </ActionIcon>
  );
}
