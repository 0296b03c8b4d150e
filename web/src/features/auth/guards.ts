import { type LoaderFunctionArgs, redirect, redirectDocument } from 'react-router';
import { asksForView } from '@vitrin/shared/rules/client-view.ts';
import { isAppPath } from '@vitrin/shared/rules/app-paths.ts';
import type { User } from '@vitrin/shared/contract/users.ts';
import { isClientView } from '../../lib/looks/client-view.ts';
import { queryClient } from '../../lib/query-client.ts';
import { VERIFY_EMAIL_ALLOWED_KEY, readStored, writeStored } from '../../lib/storage.ts';
import { paths } from '../../paths.ts';
import { currentUserQuery } from './api.ts';
import { isServedByServer, rememberWantedAddress, takeWantedAddress } from './sessions/cached-user.ts';

/** Thrown by a guard to show the not-found page to visitors who may not know of the screen (specification 2.1). */
export class HiddenScreenError extends Error {
  override name = 'HiddenScreenError';
}

/** Result of a guard: null goes on to the screen, a response redirects. */
type Passage = Promise<Response | null>;

/** The user, cached or loaded; on public screens a server that does not answer counts as "guest". */
function cachedUser(): Promise<User | null> {
  return queryClient.ensureQueryData({ ...currentUserQuery, revalidateIfStale: true });
}

/** Redirects guests to /login and back afterwards; entering or leaving a view as client loads a new page. */
export async function requireUser({ request }: LoaderFunctionArgs): Passage {
  const { pathname, search } = new URL(request.url);
  if (asksForView(pathname + search) !== isClientView()) return redirectDocument(pathname + search);
  if (await cachedUser()) return null;
  // The router's request has no fragment; that of a page load is in the address bar.
  const isPageLoad = pathname === location.pathname && search === location.search;
  rememberWantedAddress(pathname + search + (isPageLoad ? location.hash : ''));
  return redirect(paths.login);
}

/** For projects/ID: anything but an id (`abc`, `0`, `01`) shows the not-found page, as on the server. */
export async function requireProjectAddress(args: LoaderFunctionArgs): Passage {
  if (!isAppPath(new URL(args.request.url).pathname)) throw new HiddenScreenError();
  return requireUser(args);
}

/** For customers: shows the not-found page to everybody but freelancers, guests included. */
export async function requireFreelancerOrNotFound(): Passage {
  if ((await cachedUser())?.isFreelancer) return null;
  throw new HiddenScreenError();
}

/** For freelancer screens that guests may log in to reach; customers see the not-found page (specification 1.4). */
export async function requireFreelancer(args: LoaderFunctionArgs): Passage {
  return (await requireUser(args)) ?? requireFreelancerOrNotFound();
}

/** For login, register and reset-password: redirects signed-in users. */
export async function requireGuest({ request }: LoaderFunctionArgs): Passage {
  // The server redirects page navigations to a file here, with the file's address in `next`.
  const wanted = new URL(request.url).searchParams.get('next');
  if (wanted) rememberWantedAddress(wanted);
  const user = await cachedUser().catch(() => null);
  if (!user) return null;
  const address = takeWantedAddress();
  return isServedByServer(address) ? redirectDocument(address) : redirect(address);
}

/** Opens verify-email with a key, or after login or sign-up in this tab; signed-in users without a key leave. */
export async function verifyEmailGuard({ request }: LoaderFunctionArgs): Passage {
  const query = new URL(request.url).searchParams;
  const key = query.get('key');
  if (key) return null;
  if (await cachedUser().catch(() => null)) return redirect(paths.dashboard);
  // While a loader runs, the address bar still has the previous address.
  const comesFrom = window.location.pathname;
  const leadingHere: string[] = [paths.login, paths.register, paths.providerCallback, paths.providerSignup];
  const isAllowed = leadingHere.includes(comesFrom);
  if (isAllowed) writeStored('session', VERIFY_EMAIL_ALLOWED_KEY, 'yes');
  if (isAllowed || readStored('session', VERIFY_EMAIL_ALLOWED_KEY)) return null;
  return redirect(paths.login);
}

/** For screens of a mailed link: redirects to the login without a token. */
export async function requireToken({ request }: LoaderFunctionArgs): Passage {
  return new URL(request.url).searchParams.get('token') ? null : redirect(paths.login);
}

/** An invitation without a token is treated like one with a bad token (specification 2.2). */
export async function requireInvitation({ request }: LoaderFunctionArgs): Passage {
  return new URL(request.url).searchParams.get('token')
    ? null
    : redirect(paths.loginError('invitation_invalid'));
}

/** For `/`: the landing page for guests, a redirect to the dashboard for signed-in users. */
export async function landingGuard(): Passage {
  const user = await cachedUser().catch(() => null);
  if (user) return redirect(paths.dashboard);
  return null;
}
