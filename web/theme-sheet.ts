import { DEFAULT_THEME, MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { cssVariablesResolver } from './src/theme-variables.ts';
import { theme } from './src/theme.ts';

const NAME = 'virtual:theme.css';

/**
 * Makes the theme a style sheet of the build. MantineProvider would write it into style elements when it runs, and for
 * these the page's policy would have to let every style element stand.
 */
export function themeSheet(): Plugin {
  return {
    name: 'vitrin:theme-sheet',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? writeThemeSheet() : null),
  };
}

/**
 * What MantineProvider writes: every variable, in the place of Mantine's own list, and the classes of `visibleFrom` and
 * `hiddenFrom`. Colours that the theme does not make its own come with Mantine's full sheet, which all screens but the
 * landing page have.
 */
export function writeThemeSheet(): string {
  const html = renderToStaticMarkup(
    createElement(MantineProvider, { theme, cssVariablesResolver, deduplicateCssVariables: false }),
  );
  const sheets = Array.from(html.matchAll(/<style[^>]*>([^<]*)<\/style>/g), ([, sheet = '']) => sheet);
  if (sheets.length !== 2) throw new Error('MantineProvider writes two style elements no more');
  const others = Object.keys(DEFAULT_THEME.colors).filter((name) => !(name in (theme.colors ?? {})));
  const variable = /--mantine-color-([a-z]+)-[^:;]*:[^;]*;/g;
  return sheets.join('').replace(variable, (text, color: string) => (others.includes(color) ? '' : text));
}
