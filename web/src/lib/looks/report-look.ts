import type { Played, Seen } from '@vitrin/shared/contract/figures/looks.ts';
import { API_BASE, requestHeaders } from '../api-client.ts';
import { isClientView } from './client-view.ts';

const RETRY_MILLISECONDS = 5000;

/** Reports a look, once more after a failure, then drops it silently; a view as client reports nothing. */
export function reportLook(look: Seen): Promise<void> {
  return report('seen', look);
}

/** Reports how much of a film or a sound was played, like reportLook. */
export function reportPlayed(played: Played): Promise<void> {
  return report('played', played);
}

async function report(route: 'seen' | 'played', body: object): Promise<void> {
  if (isClientView() || (await isTaken(route, body))) return;
  await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
  await isTaken(route, body);
}

/** True if sending it again would change nothing: it was accepted, or refused for good. */
async function isTaken(route: 'seen' | 'played', body: object): Promise<boolean> {
  try {
    const headers = await requestHeaders('POST');
    headers.set('Content-Type', 'application/json');
    const { status } = await fetch(`${API_BASE}/${route}/`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      credentials: 'include',
      // Lets it arrive even when the page is left.
      keepalive: true,
    });
    return status < 500 && status !== 429;
  } catch {
    // Offline, which the caller takes as a look to be sent once more.
    return false;
  }
}
