import type { Plan } from '@vitrin/shared/contract/plans.ts';
import { PLANS_ELEMENT_ID } from '@vitrin/shared/rules/rendered-pages.ts';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { App } from './App.tsx';
import './styles.css';
import 'virtual:theme.css';
import { setCurrentUser } from './features/auth/api.ts';
import { plansQuery } from './features/plans/api.ts';
import { createI18n } from './i18n/i18n.ts';
import { type Language, pickLanguage, storeLanguage } from './i18n/language.ts';
import { followFailedStyles } from './lib/code/load-code.ts';
import { queryClient } from './lib/query-client.ts';
import { paths } from './paths.ts';
import { loadMatchedRoutes, routes } from './router.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

/** Set by the prerendered landing page, which the server sends only to visitors without a session. */
const prerenderedLanguage = root.dataset['language'] as Language | undefined;
const isPrerendered = prerenderedLanguage !== undefined && location.pathname === paths.home;

const language = prerenderedLanguage ?? pickLanguage();
storeLanguage(language);
document.documentElement.lang = language;
if (isPrerendered) {
  // `/?lang=tr` has been applied; left in the address it would undo a later switch.
  if (location.search !== '') history.replaceState(history.state, '', paths.home + location.hash);
  setCurrentUser(null);
  const plans = readPlansOfPage();
  if (plans) queryClient.setQueryData(plansQuery.queryKey, plans);
}

followFailedStyles();
const [i18n] = await Promise.all([
  createI18n(language, isPrerendered ? ['landing'] : []),
  isPrerendered ? loadMatchedRoutes(paths.home) : null,
]);
const router = createBrowserRouter(
  routes,
  isPrerendered ? { hydrationData: { loaderData: { landing: null } } } : undefined,
);

const app = <App i18n={i18n} router={router} />;
// A transition is rendered in slices, so that a slow phone can scroll meanwhile.
if (isPrerendered) startTransition(() => void hydrateRoot(root, app));
else createRoot(root).render(app);

/** The plans that the server has written into the landing page, as data for its cards. */
function readPlansOfPage(): Plan[] | null {
  const text = document.getElementById(PLANS_ELEMENT_ID)?.textContent;
  return text ? (JSON.parse(text) as Plan[]) : null;
}
