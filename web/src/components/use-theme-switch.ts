import { useMantineColorScheme } from '@mantine/core';

/**
 * Switches between light and dark at once, without a fade of every border. Mantine would hold the transitions still by
 * a style element, which the page's policy refuses; here an attribute of the root does it (styles.css).
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
  // To measure, the browser takes in the new colours; it would start the transitions otherwise once it paints.
  root.getBoundingClientRect();
  root.toggleAttribute('data-theme-switching', false);
}
