import type { Seen } from '@vitrin/shared/contract/looks.ts';
import { API_BASE, requestHeaders } from './api-client.ts';

const RETRY_MILLISECONDS = 5000;

/**
 * Tells the server what was looked at. What could not be sent is sent once more, and then lost: nobody who looks at
 * work should read that counting it failed, or be asked to sign in for it.
 */
export async function reportLook(look: Seen): Promise<void> {
  if (await isTaken(look)) return;
  await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
  await isTaken(look);
}

/** Whether sending it again would change nothing: it was taken, or refused for good. */
async function isTaken(look: Seen): Promise<boolean> {
  try {
    const headers = await requestHeaders('POST');
    headers.set('Content-Type', 'application/json');
    const { status } = await fetch(`${API_BASE}/seen/`, {
      method: 'POST',
      headers,
      body: JSON.stringify(look),
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
