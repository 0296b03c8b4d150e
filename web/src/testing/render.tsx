import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { TranslatorContext } from '../i18n/use-translation.ts';
import { RouterProvider, createMemoryRouter } from 'react-router';
import { TEXT_PARTS, createI18n } from '../i18n/i18n.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { OverlaysOnDemand } from '../layout/OverlaysOnDemand.tsx';
import { queryClient } from '../lib/query-client.ts';
import { theme } from '../theme.ts';

type Options = {
  /** The route of the element; other addresses show their path as text. */
  at?: string;
  /** The address that is opened, where the route has parameters. */
  open?: string;
  language?: Language;
};

/** Renders an element as the product would, with a router of its own. Returns the router beside the usual results. */
export async function renderScreen(
  element: ReactElement,
  { at = '/', open = at, language = 'en' }: Options = {},
) {
  queryClient.clear();
  const i18n = await createI18n(language, TEXT_PARTS);
  const [path = '/'] = at.split('?');
  const router = createMemoryRouter(
    [
      { path, element },
      { path: '*', element: null },
    ],
    { initialEntries: [open] },
  );
  const result = render(
    <QueryClientProvider client={queryClient}>
      <TranslatorContext value={i18n}>
        <MantineProvider theme={theme} env="test">
          <RouterProvider router={router} />
          <OverlaysOnDemand />
        </MantineProvider>
      </TranslatorContext>
    </QueryClientProvider>,
  );
  return { ...result, router, i18n };
}
