import sharp from 'sharp';
import type { Picture } from '@vitrin/shared/contract/pictures.ts';
import type { Person } from './factories.ts';
import { formBody } from './forms.ts';

/** A picture as a browser would post it. */
export function drawn(): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
}

/** A picture with nearly as many bytes as pixels. */
export async function noisy(pixels: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  return sharp({ create: { width: pixels, height: pixels, channels: 3, background: 'teal', noise } })
    .png()
    .toBuffer();
}

export function dataAddress(bytes: Buffer, type = 'image/png'): string {
  return `data:${type};base64,${bytes.toString('base64')}`;
}

export function postPictureForm(person: Person, bytes: Buffer) {
  return person.browser.request({
    method: 'POST',
    url: '/api/pictures/',
    ...formBody(['picture', bytes, 'picture.png']),
  });
}

/** Posts a picture that is in no text yet. */
export async function postPicture(person: Person, bytes?: Buffer): Promise<Picture> {
  const response = await postPictureForm(person, bytes ?? (await drawn()));
  if (response.statusCode !== 201) throw new Error(response.body);
  return response.json<Picture>();
}

/** Addresses of the stored pictures in a text, in order. */
export function addressesIn(html: string): string[] {
  return [...html.matchAll(/<img src="([^"]*)"/g)].map(([, address = '']) => address);
}
