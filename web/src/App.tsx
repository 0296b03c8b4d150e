import { MantineProvider, localStorageColorSchemeManager } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { Translator } from './i18n/translator.ts';
import { useEffect } from 'react';
import { TranslatorContext } from './i18n/use-translation.ts';
import { RouterProvider } from 'react-router/dom';
import { followOtherTabs } from './features/auth/sessions/other-tabs.ts';
import { currentUserQuery, setCurrentUser } from './features/auth/api.ts';
import { isLeavingSession } from './features/auth/api.ts';
import {
  readCachedUser,
  rememberWantedAddress,
  writeCachedUser,
} from './features/auth/sessions/cached-user.ts';
import { askToLogInAgain } from './lib/ended-session.ts';
import { type SessionEnd, configureApiClient } from './lib/api-client.ts';
import { applyLateStyles } from './lib/code/late-styles.ts';
import { queryClient } from './lib/query-client.ts';
import { SESSION_END_KEY, THEME_KEY, readStored } from './lib/storage.ts';
import { TAKEN_OVER } from '@vitrin/shared/rules/rendered-pages.ts';
import { isWorkUnderWay } from './lib/work-under-way.ts';
import { paths } from './paths.ts';
import { type AppRouter, needsUser } from './router.tsx';
import { theme } from './theme.ts';
import { type RenderedClock, RenderedClockContext } from './components/rendered-clock.ts';

const colorSchemeManager = localStorageColorSchemeManager({ key: THEME_KEY });

type Props = {
  i18n: Translator;
  router: AppRouter;
  /** The clock of the server's page that is taken over; null where there is none. */
  clock: RenderedClock | null;
};

/** All providers of the product, and what happens when a session ends or the language changes. */
export function App({ i18n, router, clock }: Props) {
  configureApiClient({ language: () => i18n.language, onSessionExpired: () => leaveExpiredSession(router) });
  useEffect(() => followOtherTabs(router, () => leaveExpiredSession(router)), [router]);
  useEffect(() => {
    document.documentElement.setAttribute(TAKEN_OVER, '');
    // In a task of its own, before which React may take over the parts of the page behind the shell.
    setTimeout(applyLateStyles);
  }, []);
  useEffect(() => {
    return i18n.follow(() => {
      document.documentElement.lang = i18n.language;
      void queryClient.invalidateQueries({ queryKey: ['plans'] });
      void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey });
    });
  }, [i18n]);

  return (
    <QueryClientProvider client={queryClient}>
      <RenderedClockContext value={clock}>
        <TranslatorContext value={i18n}>
          <MantineProvider
            theme={theme}
            withCssVariables={false}
            withGlobalClasses={false}
            colorSchemeManager={colorSchemeManager}
            defaultColorScheme="auto"
          >
            <RouterProvider router={router} />
          </MantineProvider>
        </TranslatorContext>
      </RenderedClockContext>
    </QueryClientProvider>
  );
}

/**
 * Loads the login screen as a fresh page without the old session (specification 3.9), or `/` while another tab logs
 * out. With unsaved input or an upload the page stays, and the same user logs in again in a dialog.
 */
function leaveExpiredSession(router: AppRouter): SessionEnd {
  if (isLeavingSession()) {
    // The logout succeeded, but loading the fresh page was stopped.
    if (!readCachedUser()) location.assign(paths.home);
    return 'leaving';
  }
  const user = queryClient.getQueryData(currentUserQuery.queryKey);
  if (!user) return 'nobody';
  if (!needsUser(router)) {
    setCurrentUser(null);
    return 'nobody';
  }
  if (readStored('local', SESSION_END_KEY) === 'logout') {
    writeCachedUser(null);
    location.assign(paths.home);
    return 'leaving';
  }
  if (isWorkUnderWay()) {
    askToLogInAgain(user);
    return 'waiting';
  }
  writeCachedUser(null, 'expired');
  const { pathname, search, hash } = router.state.location;
  rememberWantedAddress(pathname + search + hash);
  location.assign(paths.sessionExpired);
  return 'leaving';
}
