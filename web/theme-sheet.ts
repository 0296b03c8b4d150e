import { DEFAULT_THEME, MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Plugin } from 'vite';
import { cssVariablesResolver } from './src/theme-variables.ts';
import { theme } from './src/theme.ts';

const NAME = 'virtual:theme.css';

/** The components with which MantineProvider writes style elements, and all that they need for it. */
const WRITERS = /\/Mantine(CssVariables|Classes)\.mjs$/;

/** Writes the theme into a style sheet, because the policy refuses the style elements of MantineProvider. */
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
 * Style sheet of MantineProvider: all variables, and the classes of `visibleFrom` and `hiddenFrom`. Unchanged colours
 * are in Mantine's full sheet, on all screens but the landing page.
 */
export function writeThemeSheet(): string {
  const html = renderToStaticMarkup(
    createElement(MantineProvider, { theme, cssVariablesResolver, deduplicateCssVariables: false }),
  );
  const sheets = Array.from(html.matchAll(/<style[^>]*>([^<]*)<\/style>/g), ([, sheet = '']) => sheet);
  if (sheets.length !== 2) throw new Error('MantineProvider writes two style elements no more');
  const others = Object.keys(DEFAULT_THEME.colors).filter((name) => !(name in (theme.colors ?? {})));
  const variable = /--mantine-color-([a-z]+)-[^:;]*:[^;]*;/g;
  const sheet = sheets
    .join('')
    .replace(variable, (text, color: string) => (others.includes(color) ? '' : text));
  return sheet + withoutMixing();
}

/** The theme's mixed colours for browsers that cannot mix (Chrome before 111): the colour that has the greater part. */
function withoutMixing(): string {
  const { light, dark } = cssVariablesResolver(DEFAULT_THEME);
  const rules = Object.entries({ light, dark }).map(([scheme, variables]) => {
    const mixed = Object.entries(variables).filter(([, value]) => value.startsWith('color-mix('));
    const plain = mixed.map(([name, value]) => `${name}:${greaterPart(value)}`);
    return `:root[data-mantine-color-scheme=${scheme}]{${plain.join(';')}}`;
  });
  return `@supports not (color:color-mix(in srgb,red,red)){${rules.join('')}}`;
}

function greaterPart(mix: string): string {
  const [, one = '', share = '', other = ''] = /^color-mix\(in srgb, (.+) (\d+)%, (\S+)\)$/.exec(mix) ?? [];
  if (one === '') throw new Error(`No mix of two colours: ${mix}`);
  if (Number(share) > 50) return one;
  // A hint of a colour on whatever is behind it.
  return other === 'transparent' ? 'var(--mantine-color-default-hover)' : other;
}
