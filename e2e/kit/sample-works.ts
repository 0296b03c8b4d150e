import type { ProjectFile } from '@vitrin/shared/contract/files.ts';
import type { Section } from '@vitrin/shared/contract/sections.ts';
import { inviteCustomer, registerCustomer, registerFreelancer } from '../../test-kit/accounts.ts';
import type { ApiSession } from '../../test-kit/api-session.ts';
import { PALETTES, posterPng } from '../../test-kit/sample-files/picture.ts';
import { uploadFile } from '../../test-kit/upload-file.ts';
import { upgrade } from './plans.ts';
import type { SamplePeople } from './sample-people.ts';

/** The sample people, with a photographer and a client who share projects with files of many shapes. */
export type PeopleWithWorks = SamplePeople & {
  sessions: SamplePeople['sessions'] & { photographer: ApiSession; couple: ApiSession };
  works: {
    /** Project with sections, captions, links and a player. */
    wedding: number;
    portraits: number;
    mixed: number;
    /** Project with one file. */
    single: number;
  };
};

type Shape = 'wide' | 'upright' | 'square' | 'panorama';

const SIZES: Record<Shape, [width: number, height: number]> = {
  wide: [900, 600],
  upright: [600, 900],
  square: [700, 700],
  panorama: [1500, 500],
};

const CHAPTERS = ['Getting ready', 'Ceremony', 'Akşam ve eğlence'];
const SHAPES: readonly Shape[] = ['wide', 'upright', 'wide', 'square', 'upright', 'wide', 'panorama'];

/** Adds the photographer, the client and their projects. */
export async function withSampleWorks(
  product: { url: string; dataDir: string },
  people: SamplePeople,
): Promise<PeopleWithWorks> {
  const photographer = await registerFreelancer(product, 'photographer');
  await upgrade(photographer);
  const { id, reset_token } = await inviteCustomer(photographer, 'couple');
  const couple = await registerCustomer(product, reset_token);
  const begin = async (name: string) => {
    const fields = { name, customer_id: id };
    const project = await photographer.expectCall<{ id: number }>(201, 'POST', '/api/projects/', fields);
    const version = await photographer.expectCall<{ id: number }>(201, 'POST', '/api/versions/', {
      version_number: '1.0',
      project: project.id,
    });
    return { project: project.id, version: version.id };
  };
  const deliver = async (version: number, name: string, shape: Shape, fields = {}) => {
    const [width, height] = SIZES[shape];
    const palettes = Object.values(PALETTES);
    const palette = palettes[name.length % palettes.length] ?? PALETTES.hotel;
    const bytes = await posterPng({ palette, title: name.slice(0, 8), line: 'Deniz and Ada', width, height });
    const file: ProjectFile = await uploadFile(photographer, version, `${name}.png`, bytes);
    await photographer.expectCall(200, 'PATCH', `/api/files/${file.id}/`, fields);
  };

  const wedding = await begin('Deniz and Ada, a wedding');
  await deliver(wedding.version, 'Cover', 'wide', { caption: 'The hour before everyone arrived' });
  for (const [chapter, name] of CHAPTERS.entries()) {
    const fields = { name, version: wedding.version };
    const section = await photographer.expectCall<Section>(201, 'POST', '/api/sections/', fields);
    for (const [index, shape] of SHAPES.entries())
      await deliver(wedding.version, `DSC_${chapter}${1000 + index}`, shape, {
        section: section.id,
        ...(index % 3 === 0 && { caption: 'Ada laughs while the veil is pinned for the third time' }),
      });
    const link = (title: string, address: string) =>
      photographer.expectCall(201, 'POST', '/api/links/', {
        version: wedding.version,
        section: section.id,
        title,
        address,
      });
    if (chapter === 1) await link('The vows, 4 minutes', 'https://vimeo.com/76979871');
    if (chapter === 2) await link('Mood board', 'https://www.notion.so/deniz-ada');
  }
  const contract = Buffer.from('The contract');
  await uploadFile(photographer, wedding.version, 'Contract.txt', contract);

  const portraits = await begin('Portraits alone');
  for (let index = 1; index <= 7; index += 1)
    await deliver(portraits.version, `Portrait ${index}`, 'upright', {});
  const mixed = await begin('Mixed shapes');
  for (const [index, shape] of SHAPES.entries()) await deliver(mixed.version, `Frame ${index}`, shape, {});
  await uploadFile(photographer, mixed.version, 'Notes on the print.txt', contract);
  const single = await begin('One file');
  await deliver(single.version, 'Poster', 'upright', {});
  return {
    ...people,
    sessions: { ...people.sessions, photographer, couple },
    works: {
      wedding: wedding.project,
      portraits: portraits.project,
      mixed: mixed.project,
      single: single.project,
    },
  };
}
