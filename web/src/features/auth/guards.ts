import { type LoaderFunctionArgs, redirect, redirectDocument } from 'react-router';
import { isAppPath } from '@vitrin/shared/rules/app-paths.ts';
import type { User } from '@vitrin/shared/contract/users.ts';
import { queryClient } from '../../lib/query-client.ts';
import { VERIFY_EMAIL_ALLOWED_KEY, readStored, writeStored } from '../../lib/storage.ts';
import { paths } from '../../paths.ts';
import { currentUserQuery } from './api.ts';
import { isServedByServer, rememberWantedAddress, takeWantedAddress } from './sessions/cached-user.ts';

/** Thrown by a guard for a screen that this visitor sees as the not-found page (specification 2.1). */
export class HiddenScreenError extends Error {
  override name = 'HiddenScreenError';
}

/** A guard goes on to the screen with null, or answers with another address. */
type Passage = Promise<Response | null>;

/** Cached or asked for; a server that cannot be reached counts as a guest on public screens only. */
function knownUser(): Promise<User | null> {
  return queryClient.ensureQueryData({ ...currentUserQuery, revalidateIfStale: true });
}

/** Guests go to /login and come back to the wanted address afterwards. */
export async function requireUser({ request }: LoaderFunctionArgs): Passage {
  if (await knownUser()) return null;
  const { pathname, search } = new URL(request.url);
  // A router's request has no fragment; that of a page load stands in the address bar.
  const isPageLoad = pathname === location.pathname && search === location.search;
  rememberWantedAddress(pathname + search + (isPageLoad ? location.hash : ''));
  return redirect(paths.login);
}

/** /projects/ID: what is no id (`abc`, `0`, `01`) is no address of ours, whoever asks, as for the server. */
export async function requireProjectAddress(args: LoaderFunctionArgs): Passage {
  if (!isAppPath(new URL(args.request.url).pathname)) throw new HiddenScreenError();
  return requireUser(args);
}

/** /customers: the not-found page for everyone but a freelancer, guests included. */
export async function requireFreelancerOrNotFound(): Passage {
  if ((await knownUser())?.isFreelancer) return null;
  throw new HiddenScreenError();
}

/** Freelancer screens that guests may log in to reach; customers see not-found (specification 1.4). */
export async function requireFreelancer(args: LoaderFunctionArgs): Passage {
  return (await requireUser(args)) ?? requireFreelancerOrNotFound();
}

/** Login, register, reset-password: whoever is signed in goes on. */
export async function requireGuest({ request }: LoaderFunctionArgs): Passage {
  // The server sends page navigations to a file here with the file's address.
  const wanted = new URL(request.url).searchParams.get('next');
  if (wanted) rememberWantedAddress(wanted);
  const user = await knownUser().catch(() => null);
  if (!user) return null;
  const address = takeWantedAddress();
  return isServedByServer(address) ? redirectDocument(address) : redirect(address);
}

/**
 * /verify-email: with a key in the address, or coming from login, register or the return of a social login, which is
 * the end of either (kept for the tab, so that a reload stays). Whoever is signed in goes to the dashboard, unless a key
 * is to be used: then the screen says what came of it.
 */
export async function verifyEmailGuard({ request }: LoaderFunctionArgs): Passage {
  const query = new URL(request.url).searchParams;
  const key = query.get('key');
  if (key) return null;
  if (await knownUser().catch(() => null)) return redirect(paths.dashboard);
  // While a loader runs, the browser still shows the address that is being left.
  const comesFrom = window.location.pathname;
  const leadingHere: string[] = [paths.login, paths.register, paths.providerCallback, paths.providerSignup];
  const isAllowed = leadingHere.includes(comesFrom);
  if (isAllowed) writeStored('session', VERIFY_EMAIL_ALLOWED_KEY, 'yes');
  if (isAllowed || readStored('session', VERIFY_EMAIL_ALLOWED_KEY)) return null;
  return redirect(paths.login);
}

/** Screens of a mailed link: without its token there is nothing to do but to log in. */
export async function requireToken({ request }: LoaderFunctionArgs): Passage {
  return new URL(request.url).searchParams.get('token') ? null : redirect(paths.login);
}

/** An invitation without a token is treated as one with a bad token (specification 2.2). */
export async function requireInvitation({ request }: LoaderFunctionArgs): Passage {
  return new URL(request.url).searchParams.get('token')
    ? null
    : redirect(paths.loginError('reset_link_invalid'));
}

/** `/`: the landing page, and the way to the dashboard for whoever is signed in. */
export async function landingGuard(): Passage {
  const user = await knownUser().catch(() => null);
  if (user) return redirect(paths.dashboard);
  return null;
}
