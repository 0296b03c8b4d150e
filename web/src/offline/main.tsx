// oxlint-disable-next-line import/no-unassigned-import -- built-ins are put in their places first
import '../lib/fill/fill.ts';
import { MantineProvider, localStorageColorSchemeManager } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { OfflineCopy } from '@vitrin/shared/rules/offline-copy.ts';
import { createRoot } from 'react-dom/client';
import { createHashRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import '../styles.css';
import 'virtual:theme.css';
import './style.css';
import { TranslatorContext } from '../i18n/use-translation.ts';
import { THEME_KEY } from '../lib/storage.ts';
import { theme } from '../theme.ts';
import { readCopy } from './copied-data.ts';
import { fillCache } from './fill-cache.ts';
import { createI18n } from './instead/i18n.ts';
import { keepPage } from './keep-page.ts';
import { OfflinePage } from './OfflinePage.tsx';

/** First script of a copy. Where its data are missing, the page that the server has rendered stays. */
const copy = readCopy();
if (copy) start(copy);

function start(taken: OfflineCopy): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page of a copy has no #root');
  keepPage();
  const client = new QueryClient();
  fillCache(client, taken);
  const i18n = createI18n(taken.language);
  i18n.follow(() => {
    document.documentElement.lang = i18n.language;
  });
  // The open file is in the address behind a hash, since a page from the disk may change nothing before it; every
  // address is that of the one page.
  const router = createHashRouter([{ path: '*', element: <OfflinePage copy={taken} /> }]);
  createRoot(root).render(
    <QueryClientProvider client={client}>
      <TranslatorContext value={i18n}>
        <MantineProvider
          theme={theme}
          withCssVariables={false}
          withGlobalClasses={false}
          colorSchemeManager={localStorageColorSchemeManager({ key: THEME_KEY })}
          defaultColorScheme="auto"
        >
          <RouterProvider router={router} />
        </MantineProvider>
      </TranslatorContext>
    </QueryClientProvider>,
  );
}
