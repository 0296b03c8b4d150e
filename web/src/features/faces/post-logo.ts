import type { OwnFace } from '@vitrin/shared/contract/faces.ts';
import { API_BASE, requestHeaders } from '../../lib/api-client.ts';
import { NetworkError, toApiError } from '../../lib/api-error.ts';

/** Sends a picture to become the logo. Not by fetch, which does not say how much has been sent. */
export async function postLogo(file: File, onShare: (share: number) => void): Promise<OwnFace> {
  const headers = await requestHeaders('POST');
  const form = new FormData();
  form.append('logo', file, 'logo');
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${API_BASE}/face/logo/`);
    headers.forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.addEventListener('progress', ({ loaded, total }) => onShare(total ? loaded / total : 0));
    request.addEventListener('error', () => reject(new NetworkError()));
    request.addEventListener('load', () => {
      const body = bodyOf(request.responseText);
      if (request.status === 200) return resolve(body as OwnFace);
      const retryAfter = request.getResponseHeader('retry-after');
      const headers = new Headers(retryAfter === null ? [] : [['retry-after', retryAfter]]);
      return reject(toApiError(new Response(null, { status: request.status, headers }), body));
    });
    request.send(form);
  });
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not an answer of our server, so only the status counts.
    return undefined;
  }
}
