import { formBody } from '../forms.ts';
import { drawn } from '../pictures.ts';
import { anyOf, keep } from './actor.ts';
import type { Write } from './write.ts';

const bytes = drawn();

/** Uploads a picture, which a text may use later. */
export const uploadPicture: Write = async (actor) => {
  const form = formBody(['picture', await bytes, 'picture.png']);
  const answer = await actor.browser.request({ method: 'POST', url: '/api/pictures/', ...form });
  return keep(actor, 'pictures', answer);
};

/** Saves a text with up to two pictures: new ones are claimed, those of other texts copied, former ones deleted. */
export const writeWithPictures: Write = async (actor) => {
  const kind = actor.random.pick(['projects', 'milestones', 'versions'] as const) ?? 'projects';
  const id = anyOf(actor, kind);
  if (id === undefined) return undefined;
  const pictures = [anyOf(actor, 'pictures'), anyOf(actor, 'pictures')].filter((each) => each !== undefined);
  const images = pictures.map((picture) => `<img src="/api/pictures/${picture}/">`);
  return actor.browser.patch(`/api/${kind}/${id}/`, { description: `<p>Look: ${images.join('')}</p>` });
};
