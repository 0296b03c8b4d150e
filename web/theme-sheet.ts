import { DEFAULT_THEME, MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { cssVariablesResolver } from './src/theme-variables.ts';
import { theme } from './src/theme.ts';

const NAME = 'virtual:theme.css';

/** The components with which MantineProvider writes style elements, and all that they need for it. */
const WRITERS = /\/Mantine(CssVariables|Classes)\.mjs$/;

/**
 * Writes the theme into a style sheet of the build. MantineProvider would write style elements at run time, for which
 * the page's policy would have to allow all of them; what it would write them with is left out of the page.
 */
export function themeSheet(): Plugin {
  return {
    name: 'vitrin:theme-sheet',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id === `\0${NAME}`) return writeThemeSheet();
      const [, writer] = WRITERS.exec(id) ?? [];
      return writer === undefined ? null : `export const Mantine${writer} = () => null;`;
    },
  };
}

/**
 * What MantineProvider would write: every variable, in place of Mantine's own list, and the classes of `visibleFrom`
 * and `hiddenFrom`. Colours that the theme does not change come with Mantine's full sheet, on all screens but the
 * landing page.
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
