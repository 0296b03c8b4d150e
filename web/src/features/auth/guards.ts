import { type LoaderFunctionArgs, redirect } from 'react-router';
import type { User } from '@vitrin/shared/contract/users.ts';
import { queryClient } from '../../lib/query-client.ts';
import { paths } from '../../paths.ts';
import { currentUserQuery } from './api.ts';
import { rememberWantedAddress, takeWantedAddress } from './cached-user.ts';

/** Thrown by a guard for a screen that this visitor sees as the not-found page (SPEC 2). */
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
  const { pathname, search, hash } = new URL(request.url);
  rememberWantedAddress(pathname + search + hash);
  return redirect(paths.login);
}

/** /customers: the not-found page for everyone but a freelancer, guests included. */
export async function requireFreelancerOrNotFound(): Passage {
  if ((await knownUser())?.isFreelancer) return null;
  throw new HiddenScreenError();
}

/** Freelancer screens that guests may log in to reach; customers see not-found (DECISIONS). */
export async function requireFreelancer(args: LoaderFunctionArgs): Passage {
  return (await requireUser(args)) ?? requireFreelancerOrNotFound();
}

/** Login, register, reset-password: whoever is signed in goes on. */
export async function requireGuest(): Passage {
  const user = await knownUser().catch(() => null);
  if (user) return redirect(takeWantedAddress());
  return null;
}

/** `/`: the landing page, and the way to the dashboard for whoever is signed in. */
export async function landingGuard(): Passage {
  const user = await knownUser().catch(() => null);
  if (user) return redirect(paths.dashboard);
  return null;
}
