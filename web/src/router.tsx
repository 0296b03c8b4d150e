import type { ComponentType } from 'react';
import { type RouteObject, type createBrowserRouter, matchRoutes } from 'react-router';
import {
  landingGuard,
  requireFreelancer,
  requireFreelancerOrNotFound,
  requireGuest,
  requireInvitation,
  requireProjectAddress,
  requireToken,
  requireUser,
  verifyEmailGuard,
} from './features/auth/guards.ts';
import { GuestShell } from './layout/shells/GuestShell.tsx';
import { MissingCodeNotice } from './layout/notices/MissingCodeNotice.tsx';
import { RootLayout } from './layout/RootLayout.tsx';
import { RouteError } from './layout/RouteError.tsx';
import { NotFound } from './components/feedback/NotFound.tsx';
import { currentUserQuery } from './features/auth/api.ts';
import { loadWithTexts, type TextPart } from './i18n/i18n.ts';
import { queryClient } from './lib/query-client.ts';
import { loadOpenedFile, loadWorkbench } from './screens/project-detail/late-code.ts';

export type AppRouter = ReturnType<typeof createBrowserRouter>;

/** Marks routes for signed-in users; an expired session leaves these and no others. */
const signedIn = { needsUser: true };

/** A route's component, loaded from its file by its name, with the texts it shows. */
function screen<Name extends string>(
  texts: readonly TextPart[],
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) {
  return async () => ({ Component: (await loadWithTexts(texts, load))[name] });
}

/** In the shell, for signed-in users. */
const signedInScreens: RouteObject[] = [
  {
    id: 'dashboard',
    path: 'dashboard',
    loader: requireUser,
    lazy: screen(
      ['projects', 'tools'],
      () => import('./screens/dashboard/DashboardScreen.tsx'),
      'DashboardScreen',
    ),
  },
  {
    id: 'projects',
    path: 'projects',
    loader: requireUser,
    lazy: screen(['projects'], () => import('./screens/projects/ProjectsScreen.tsx'), 'ProjectsScreen'),
  },
  {
    id: 'project',
    path: 'projects/:id',
    loader: requireProjectAddress,
    lazy: async () => {
      const isFreelancer = queryClient.getQueryData(currentUserQuery.queryKey)?.user_type === 'freelancer';
      void loadOpenedFile();
      const [{ ProjectDetailScreen }] = await Promise.all([
        loadWithTexts(['projects'], () => import('./screens/project-detail/ProjectDetailScreen.tsx')),
        isFreelancer ? loadWorkbench() : null,
      ]);
      return { Component: ProjectDetailScreen };
    },
  },
  {
    path: 'subscription/pricing',
    loader: requireUser,
    lazy: screen(['landing', 'plans'], () => import('./screens/pricing/PricingScreen.tsx'), 'PricingScreen'),
  },
  {
    path: 'subscription/checkout',
    loader: requireFreelancer,
    lazy: screen(
      ['landing', 'plans'],
      () => import('./screens/checkout/CheckoutScreen.tsx'),
      'CheckoutScreen',
    ),
  },
  {
    path: 'payment',
    loader: requireFreelancer,
    lazy: screen(['plans'], () => import('./screens/payment/PaymentScreen.tsx'), 'PaymentScreen'),
  },
  {
    path: 'account',
    loader: requireUser,
    lazy: screen(
      ['auth', 'account', 'plans'],
      () => import('./screens/account/AccountScreen.tsx'),
      'AccountScreen',
    ),
  },
  {
    path: 'account/branding',
    loader: requireFreelancer,
    lazy: screen(['face'], () => import('./screens/account/face/BrandingScreen.tsx'), 'BrandingScreen'),
  },
  {
    path: 'support',
    loader: requireUser,
    lazy: screen(['support'], () => import('./screens/support/SupportScreen.tsx'), 'SupportScreen'),
  },
  {
    path: 'analytics',
    loader: requireFreelancer,
    lazy: screen(
      ['projects', 'tools', 'figures', 'lacks', 'boards'],
      () => import('./screens/analytics/AnalyticsScreen.tsx'),
      'AnalyticsScreen',
    ),
  },
  {
    path: 'analytics/boards',
    loader: requireFreelancer,
    lazy: screen(
      ['tools', 'figures', 'lacks', 'boards'],
      () => import('./screens/boards/BoardsScreen.tsx'),
      'BoardsScreen',
    ),
  },
  {
    path: 'analytics/boards/:id',
    loader: requireFreelancer,
    lazy: screen(
      ['tools', 'figures', 'lacks', 'boards'],
      () => import('./screens/boards/BoardScreen.tsx'),
      'BoardScreen',
    ),
  },
  {
    path: 'customers',
    loader: requireFreelancerOrNotFound,
    lazy: screen(['tools'], () => import('./screens/customers/CustomersScreen.tsx'), 'CustomersScreen'),
  },
];

/** Without a shell (specification 2.3). */
const bareScreens: RouteObject[] = [
  {
    path: 'login',
    loader: requireGuest,
    lazy: screen(['auth'], () => import('./screens/login/LoginScreen.tsx'), 'LoginScreen'),
  },
  {
    path: 'register',
    loader: requireGuest,
    lazy: screen(['auth'], () => import('./screens/register/RegisterScreen.tsx'), 'RegisterScreen'),
  },
  ...['take-back', 'keep-account', 'unsubscribe'].map((path) => ({
    path,
    lazy: screen(
      ['auth', 'notices'],
      () => import('./screens/mailed-links/MailedLinkScreen.tsx'),
      'MailedLinkScreen',
    ),
  })),
  {
    path: 'verify-email',
    loader: verifyEmailGuard,
    lazy: screen(['auth'], () => import('./screens/verify-email/VerifyEmailScreen.tsx'), 'VerifyEmailScreen'),
  },
];

/** Without a shell, for signed-in users. */
const paymentResult: RouteObject = {
  path: 'payment/verify',
  loader: requireFreelancer,
  handle: signedIn,
  lazy: screen(
    ['plans'],
    () => import('./screens/payment-verify/PaymentVerifyScreen.tsx'),
    'PaymentVerifyScreen',
  ),
};

const forgottenPassword: RouteObject = {
  lazy: screen(
    ['auth'],
    () => import('./screens/password-reset/ForgottenPasswordScreen.tsx'),
    'ForgottenPasswordScreen',
  ),
};

/** In the shell, for guests and visitors who are about to sign in. */
const openScreens: RouteObject[] = [
  { path: 'reset-password', loader: requireGuest, ...forgottenPassword },
  { path: 'password-reset', loader: requireToken, ...forgottenPassword },
  {
    path: 'customer-register',
    loader: requireInvitation,
    lazy: screen(
      ['auth'],
      () => import('./screens/customer-register/CustomerRegisterScreen.tsx'),
      'CustomerRegisterScreen',
    ),
  },
  ...['callback', 'signup'].map((step) => ({
    path: `account/provider/${step}`,
    lazy: screen(['auth'], () => import('./screens/provider/ProviderScreen.tsx'), 'ProviderScreen'),
  })),
];

/** The route table of specification 2.1. The landing page has its own light layout; the rest shares the full one. */
export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    ErrorBoundary: RouteError,
    HydrateFallback: () => <MissingCodeNotice isStart />,
    children: [
      {
        Component: GuestShell,
        children: [
          {
            id: 'landing',
            index: true,
            loader: landingGuard,
            lazy: screen(['landing'], () => import('./screens/landing/LandingScreen.tsx'), 'LandingScreen'),
          },
        ],
      },
      {
        lazy: screen([], () => import('./layout/shells/AppLayout.tsx'), 'AppLayout'),
        children: [
          {
            lazy: screen(['auth'], () => import('./layout/shells/BareLayout.tsx'), 'BareLayout'),
            children: [{ ErrorBoundary: RouteError, children: [...bareScreens, paymentResult] }],
          },
          {
            lazy: screen([], () => import('./layout/shells/Shell.tsx'), 'Shell'),
            children: [
              {
                ErrorBoundary: RouteError,
                children: [
                  ...signedInScreens.map((route): RouteObject => Object.assign(route, { handle: signedIn })),
                  ...openScreens,
                  { path: '*', Component: NotFound },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
];

/** True if the current screen, or the one being navigated to, is for signed-in users. */
export function needsUser({ state }: AppRouter): boolean {
  const matches = matchRoutes(routes, state.navigation.location ?? state.location) ?? [];
  return matches.some(({ route }) => route.handle === signedIn);
}

/**
 * Loads the code of an address before the first render, so that prerendered HTML is hydrated without a gap, and returns
 * the routes of the address.
 */
export async function loadMatchedRoutes(pathname: string): Promise<RouteObject[]> {
  const load = async (route: RouteObject) => {
    if (typeof route.lazy !== 'function') return;
    Object.assign(route, await route.lazy());
    delete route.lazy;
  };
  const matched = (matchRoutes(routes, pathname) ?? []).map(({ route }) => route);
  await Promise.all(matched.map(load));
  return matched;
}
