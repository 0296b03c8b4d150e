import type { Picture } from '@vitrin/shared/contract/pictures.ts';
import { api } from '../../lib/api-client.ts';

/** Uploads a picture for a text that is being written and returns its address. */
export async function postPicture(picture: Blob): Promise<string> {
  const body = new FormData();
  body.append('picture', picture, 'picture');
  return (await api<Picture>('/pictures/', { method: 'POST', body })).picture;
}
