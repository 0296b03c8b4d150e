import type { Picture } from '@vitrin/shared/contract/pictures.ts';
import { formBody } from '../../server/src/testing/forms.ts';
import { addressesIn, drawn } from '../../server/src/testing/pictures.ts';
import { type Actor, anyOf, keep, NOT_DONE } from './actor.ts';
import type { Write } from './write.ts';

const bytes = drawn();

async function upload({ browser }: Actor) {
  const form = formBody(['picture', await bytes, 'picture.png']);
  return browser.request({ method: 'POST', url: '/api/pictures/', ...form });
}

/** Uploads a picture, which a text may use later. */
export const uploadPicture: Write = async (actor) => keep(actor, 'pictures', await upload(actor));

/** Saves a text with up to two pictures: new ones are claimed, those of other texts copied, former ones deleted. */
export const writeWithPictures: Write = async (actor) => {
  const kind = actor.random.pick(['projects', 'milestones', 'versions'] as const) ?? 'projects';
  const id = anyOf(actor, kind);
  if (id === undefined) return undefined;
  const pictures = [anyOf(actor, 'pictures'), anyOf(actor, 'pictures')].filter((each) => each !== undefined);
  const images = pictures.map((picture) => `<img src="/api/pictures/${picture}/">`);
  return actor.browser.patch(`/api/${kind}/${id}/`, { description: `<p>Look: ${images.join('')}</p>` });
};

/**
 * Adds a new picture to one text, copies it to another text, and removes the copy there. Not done if another
 * session changes one of the texts meanwhile.
 */
export const passPictureOn: Write = async (actor) => {
  const [version, milestone] = [anyOf(actor, 'versions'), anyOf(actor, 'milestones')];
  if (version === undefined || milestone === undefined) return undefined;
  const { browser } = actor;
  const uploaded = await upload(actor);
  if (uploaded.statusCode !== 201) return uploaded;
  const { picture } = uploaded.json<Picture>();
  const description = `<p>Look: <img src="${picture}"></p>`;
  const pictureIn = (body: string) =>
    addressesIn((JSON.parse(body) as { description: string }).description)[0];

  const claiming = await browser.patch(`/api/versions/${version}/`, { description });
  if (claiming.statusCode !== 200) return claiming;
  if (pictureIn(claiming.body) !== picture) return NOT_DONE;
  const copying = await browser.patch(`/api/milestones/${milestone}/`, { description });
  if (copying.statusCode !== 200) return copying;
  const copy = pictureIn(copying.body);
  if (copy === undefined || copy === picture) return NOT_DONE;
  const emptied = await browser.patch(`/api/milestones/${milestone}/`, { description: '' });
  if (emptied.statusCode !== 200) return emptied;
  return (await browser.get(copy)).statusCode === 404 ? emptied : NOT_DONE;
};
