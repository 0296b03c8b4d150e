import { useMantineColorScheme } from '@mantine/core';

/** Switches the theme without transitions, by an attribute: the policy refuses the style element of Mantine. */
export function useThemeSwitch() {
  const { setColorScheme, toggleColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return {
    setTheme: (theme: 'light' | 'dark') => withoutTransitions(() => setColorScheme(theme)),
    toggleTheme: () => withoutTransitions(toggleColorScheme),
  };
}

function withoutTransitions(change: () => void): void {
  const root = document.documentElement;
  root.toggleAttribute('data-theme-switching', true);
  change();
  // Reading the layout makes the browser apply the new colours while transitions are off.
  root.getBoundingClientRect();
  root.toggleAttribute('data-theme-switching', false);
}
