import type { Played, Seen } from '@vitrin/shared/contract/looks.ts';
import { API_BASE, requestHeaders } from '../api-client.ts';
import { isClientView } from './client-view.ts';

const RETRY_MILLISECONDS = 5000;

/**
 * Tells the server what was looked at. What could not be sent is sent once more, and then lost: nobody who looks at
 * work should read that counting it failed, or be asked to sign in for it. Nothing is reported from a view as client.
 */
export function reportLook(look: Seen): Promise<void> {
  return report('seen', look);
}

/** Tells the server how much of a film or a sound was played, as reportLook does. */
export function reportPlayed(played: Played): Promise<void> {
  return report('played', played);
}

async function report(route: 'seen' | 'played', body: object): Promise<void> {
  if (isClientView() || (await isTaken(route, body))) return;
  await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
  await isTaken(route, body);
}

/** Whether sending it again would change nothing: it was taken, or refused for good. */
async function isTaken(route: 'seen' | 'played', body: object): Promise<boolean> {
  try {
    const headers = await requestHeaders('POST');
    headers.set('Content-Type', 'application/json');
    const { status } = await fetch(`${API_BASE}/${route}/`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      credentials: 'include',
      // So that it arrives also when the page is left.
      keepalive: true,
    });
    return status < 500 && status !== 429;
  } catch {
    // Offline, which the caller takes as a look to be sent once more.
    return false;
  }
}
