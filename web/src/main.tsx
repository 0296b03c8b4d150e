import type { Plan } from '@vitrin/shared/contract/plans.ts';
import { PLANS_ELEMENT_ID } from '@vitrin/shared/rules/rendered-pages.ts';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { type RouteObject, createBrowserRouter } from 'react-router';
import { App } from './App.tsx';
import './styles.css';
import './print.css';
import 'virtual:theme.css';
import { setCurrentUser } from './features/auth/api.ts';
import { plansQuery } from './features/plans/api.ts';
import { createI18n } from './i18n/i18n.ts';
import type { Language } from '@vitrin/shared/contract/users.ts';
import { pickLanguage, storeLanguage } from './i18n/language.ts';
import { storeTimeZone } from './lib/time-zone.ts';
import { followFailedStyles } from './lib/code/load-code.ts';
import { whenIdle } from './lib/code/when-idle.ts';
import { assumeServerTime } from './lib/clock/server-clock.ts';
import { queryClient } from './lib/query-client.ts';
import { paths } from './paths.ts';
import { loadMatchedRoutes, routes } from './router.tsx';
import { clockOf, fillCache, readScreenData } from './screen-data.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

/** Set by pages that the server has rendered: the landing page for visitors without a session, and screens. */
const renderedLanguage = root.dataset['language'] as Language | undefined;
const screenData = readScreenData();
const isLanding = renderedLanguage !== undefined && location.pathname === paths.home;
const isRendered = isLanding || screenData !== null;

const language = renderedLanguage ?? pickLanguage();
storeLanguage(language);
// Setting even the same language would make the browser style the whole page again.
if (document.documentElement.lang !== language) document.documentElement.lang = language;
if (isLanding) {
  // `/?lang=tr` has been applied; left in the address it would undo a later switch.
  if (location.search !== '') history.replaceState(history.state, '', paths.home + location.hash);
  setCurrentUser(null);
  const plans = readPlansOfPage();
  if (plans) queryClient.setQueryData(plansQuery.queryKey, plans);
}
if (screenData) {
  assumeServerTime(Date.parse(screenData.renderedAt));
  setCurrentUser(screenData.user);
  fillCache(queryClient, screenData);
}
// Only later pages need the time zone, and some browsers take long to determine it.
whenIdle(storeTimeZone);

followFailedStyles();
const [i18n, matched] = await Promise.all([
  createI18n(language, isLanding ? ['landing'] : []),
  isRendered ? loadMatchedRoutes(location.pathname) : null,
]);
const router = createBrowserRouter(
  routes,
  matched ? { hydrationData: { loaderData: guardsPassed(matched) } } : undefined,
);

const app = <App i18n={i18n} router={router} clock={screenData && clockOf(screenData)} />;
// A transition is rendered in slices, so that a slow phone can scroll meanwhile. A screen needs none: header and content
// are behind boundaries, and follow in slices or with the first tap.
if (isLanding) startTransition(() => void hydrateRoot(root, app));
else if (isRendered) hydrateRoot(root, app);
else createRoot(root).render(app);

/** The server has rendered only what this person may see, so the guards of the address need not run again. */
function guardsPassed(matched: readonly RouteObject[]): Record<string, null> {
  return Object.fromEntries(matched.flatMap(({ id }) => (id === undefined ? [] : [[id, null]])));
}

/** The plans that the server has written into the landing page, as data for its cards. */
function readPlansOfPage(): Plan[] | null {
  const text = document.getElementById(PLANS_ELEMENT_ID)?.textContent;
  return text ? (JSON.parse(text) as Plan[]) : null;
}
