import { filmOver } from '../../test-kit/sample-files/film.ts';
import { PALETTES, posterJpeg, posterPng, swatchesPng } from '../../test-kit/sample-files/picture.ts';
import { sampleFile } from '../../test-kit/sample-files/sample-file.ts';

/** The password of every account in the demo, which holds nothing worth protecting. */
export const DEMO_PASSWORD = 'vitrin-demo';
export const DEMO_FREELANCER = { username: 'elif', email: 'elif@example.com' };

type SampleFile = { name: string; bytes: () => Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>> };
type SampleVersion = { version_number: string; description: string; files: SampleFile[] };

export type SampleProject = {
  name: string;
  customer: string;
  description: string;
  /** In order; the first `completed` of them are completed. */
  milestones: string[];
  completed: number;
  status?: 'on-hold';
  /** The client has registered, looked at the newest version and downloaded its files. */
  visits?: boolean;
  /** Oldest first. */
  versions: SampleVersion[];
};

const cafe = { palette: PALETTES.cafe, title: 'Bahar Café', line: 'Coffee, bread and a garden' };
const hotel = { palette: PALETTES.hotel, title: 'Deniz Hotel', line: 'The summer starts here' };
const yoga = { palette: PALETTES.yoga, title: 'Nova Yoga', line: 'Breathe in, Kadıköy' };

/** What the demo's freelancer is working on. */
export const DEMO_PROJECTS: SampleProject[] = [
  {
    name: 'Ada Books: spring covers',
    customer: 'ada.kitap',
    description: '<p>Six covers for the spring list. Waiting for the titles.</p>',
    milestones: ['Titles', 'Sketches', 'Covers'],
    completed: 0,
    status: 'on-hold',
    versions: [],
  },
  {
    name: 'Nova Yoga: website',
    customer: 'nova.yoga',
    description: '<p>A calm one-page site with the timetable on top and booking in two taps.</p>',
    milestones: ['Structure and texts', 'Design', 'Build', 'Launch'],
    completed: 0,
    visits: true,
    versions: [
      {
        version_number: '0.1 Sketches',
        description: '<p>Two directions for the first screen. Which one feels more like you?</p>',
        files: [
          { name: 'direction-a.png', bytes: () => posterPng(yoga) },
          { name: 'direction-b.png', bytes: () => posterPng({ ...yoga, palette: PALETTES.hotel }) },
        ],
      },
    ],
  },
  {
    name: 'Bahar Café: new brand',
    customer: 'bahar.cafe',
    description: '<p>Name, mark, colours and the first printed pieces for the opening in April.</p>',
    milestones: ['Kick-off and research', 'Mark', 'Colours and type', 'Brand guide'],
    completed: 4,
    visits: true,
    versions: [
      {
        version_number: '1.0 Mark',
        description: '<p>The mark on paper and on the window.</p>',
        files: [{ name: 'window.jpg', bytes: () => posterJpeg(cafe) }],
      },
      {
        version_number: '2.0 Brand guide',
        description: '<p>Everything a printer needs, in one place. Thank you for a lovely project!</p>',
        files: [
          { name: 'Brand guide.pdf', bytes: () => sampleFile('brand-guide.pdf') },
          { name: 'colours.png', bytes: () => swatchesPng(PALETTES.cafe) },
          { name: 'mark-sources.zip', bytes: () => sampleFile('sources.zip') },
        ],
      },
    ],
  },
  {
    name: 'Deniz Hotel: summer campaign',
    customer: 'deniz.otel',
    description:
      '<p>Posters, a short film and a jingle for the season. <strong>On air on 1 June.</strong></p>' +
      '<ul><li>Three posters for the coast road</li><li>Six seconds of film for the phone</li></ul>',
    milestones: ['Idea and mood', 'Posters, first draft', 'Film and jingle', 'Corrections', 'Print files'],
    completed: 3,
    visits: true,
    versions: [
      {
        version_number: '1.0 Mood',
        description: '<p>Colours and light of the campaign.</p>',
        files: [{ name: 'mood.png', bytes: () => swatchesPng(PALETTES.hotel) }],
      },
      {
        version_number: '2.0 Posters',
        description: '<p>First drafts. The type may still grow.</p>',
        files: [
          { name: 'poster-coast-road.png', bytes: () => posterPng(hotel) },
          { name: 'poster-evening.jpg', bytes: () => posterJpeg({ ...hotel, palette: PALETTES.yoga }) },
        ],
      },
      {
        version_number: '3.0 Film and jingle',
        description: '<p>The film with its jingle, and the poster with the larger title you asked for.</p>',
        files: [
          { name: 'Yaz başlıyor — kısa film.mp4', bytes: async () => filmOver(await posterPng(hotel)) },
          { name: 'jingle.wav', bytes: () => sampleFile('jingle.wav') },
          {
            name: 'poster-coast-road-v2.png',
            bytes: () => posterPng({ ...hotel, line: 'The summer starts here, in June' }),
          },
          { name: 'media-plan.pdf', bytes: () => sampleFile('media-plan.pdf') },
        ],
      },
    ],
  },
];
