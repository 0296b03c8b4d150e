import { PALETTES, posterPng } from '../../test-kit/sample-files/picture.ts';
import type { SampleProject } from './story.ts';

/** The shape of a card's preview, so that nothing is cropped. */
const cardShape = { width: 1250, height: 1000 };

function posters(title: string, lines: [string, string, string], names: [string, string, string]) {
  const palettes = [PALETTES.hotel, PALETTES.cafe, PALETTES.yoga] as const;
  return names.map((name, place) => ({
    name: `${name}.png`,
    bytes: () =>
      posterPng({
        ...cardShape,
        palette: palettes[place] ?? PALETTES.hotel,
        title,
        line: lines[place] ?? '',
      }),
  }));
}

/** What a client is shown in the pictures of the landing page, in the reader's language. */
export const LANDING_PROJECTS: Record<'en' | 'tr', SampleProject> = {
  en: {
    name: 'Harbour Hotel: summer campaign',
    customer: 'harbour.hotel',
    description: '<p>Three posters for the season. <strong>On the walls on 1 June.</strong></p>',
    milestones: ['Idea and mood', 'First drafts', 'Posters', 'Print files'],
    completed: 3,
    versions: [
      {
        version_number: '1: Mood',
        description: '<p>Colours and light of the campaign.</p>',
        files: posters('Mood', ['Morning', 'Noon', 'Evening'], ['morning', 'noon', 'evening']).slice(0, 1),
      },
      {
        version_number: '2: Posters',
        description: '<p>All three posters, with the larger title you asked for.</p>',
        files: posters(
          'Harbour Hotel',
          ['The summer starts here', 'Long days, slow evenings', 'Breathe in the sea'],
          ['poster-morning', 'poster-noon', 'poster-evening'],
        ),
      },
    ],
  },
  tr: {
    name: 'Liman Otel: yaz kampanyası',
    customer: 'liman.otel',
    description: '<p>Sezon için üç afiş. <strong>1 Haziran’da duvarlarda.</strong></p>',
    milestones: ['Fikir ve duygu', 'İlk taslaklar', 'Afişler', 'Baskı dosyaları'],
    completed: 3,
    versions: [
      {
        version_number: '1: Duygu',
        description: '<p>Kampanyanın renkleri ve ışığı.</p>',
        files: posters('Duygu', ['Sabah', 'Öğle', 'Akşam'], ['sabah', 'öğle', 'akşam']).slice(0, 1),
      },
      {
        version_number: '2: Afişler',
        description: '<p>İstediğiniz gibi daha büyük başlıkla üç afiş.</p>',
        files: posters(
          'Liman Otel',
          ['Yaz burada başlıyor', 'Uzun günler, sakin akşamlar', 'Denizi içinize çekin'],
          ['afiş-sabah', 'afiş-öğle', 'afiş-akşam'],
        ),
      },
    ],
  },
};
