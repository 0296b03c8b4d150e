import { useMantineColorScheme } from '@mantine/core';

/**
 * Switches between light and dark without a fade of every border. Mantine would stop the transitions by a style
 * element, which the page's policy refuses; an attribute of the root does it here (styles.css).
 */
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
