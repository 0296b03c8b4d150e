import { readFileSync } from 'node:fs';
import path from 'node:path';
import { HOTEL_TEXTS } from './texts.ts';
import { bookCover } from './works/books.ts';
import { brandSheet, cafeFront, cafeMark, cafeMenu, coffeeBag } from './works/cafe.ts';
import { jingle, pdf } from './works/documents.ts';
import {
  bookletSpread,
  drinksCard,
  hotelPoster,
  keyFolder,
  moodBoard,
  phoneStory,
  postcard,
  roadBanner,
} from './works/hotel.ts';
import { arch, pool, table } from './works/scenes/house.ts';
import { beach, sea } from './works/scenes/sea.ts';
import { jpegFile, photograph, pngFile } from './works/sheet.ts';
import { studioPhone, studioSite } from './works/studio.ts';
import { sampleFile } from '../sample-files/sample-file.ts';

/** The password of every account in the demo, which holds nothing worth protecting. */
export const DEMO_PASSWORD = 'vitrin-demo';
export const DEMO_FREELANCER = { username: 'elif', email: 'elif@example.com' };

type SampleFile = { name: string; bytes: () => Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>> };
type SampleVersion = { version_number: string; description: string; files: SampleFile[] };

export type SampleProject = {
  name: string;
  customer: string;
  description: string;
  /** Names in order; the first `completed` of them are completed. */
  milestones: string[];
  completed: number;
  status?: 'on-hold';
  /** The client has registered, looked at the newest version and downloaded its files. */
  visits?: boolean;
  /** Oldest first. */
  versions: SampleVersion[];
};

const hotel = { ...HOTEL_TEXTS.en, name: 'Deniz Hotel', location: 'Kaş, on the coast road' };
const drinks = [
  ['Lemon and thyme', '240'],
  ['Sea fennel tonic', '260'],
  ['Peach iced tea', '180'],
  ['House lemonade', '160'],
] as const;
const coffees = [
  ['Filter', '120'],
  ['Flat white', '150'],
  ['Simit, warm', '60'],
  ['Fig and tahini cake', '170'],
] as const;
const cafeSheet = { colours: 'Colours', type: 'Type', sample: 'Coffee, bread and a garden' };
const studio = {
  name: 'Nova',
  claim: 'Breathe in, Kadıköy.',
  lead: 'Slow mornings and warm evenings in a light room above the ferry. The first class is free.',
  button: 'Book a class',
  times: [
    ['Monday', '07.30'],
    ['Tuesday', '18.00'],
    ['Thursday', '07.30'],
    ['Sunday', '10.00'],
  ],
} as const;

/** Projects of the demo's freelancer. */
export const DEMO_PROJECTS: SampleProject[] = [
  {
    name: 'Ada Books: spring covers',
    customer: 'ada.kitap',
    description: '<p>Six covers for the spring list. Waiting for the last three titles.</p>',
    milestones: ['Titles', 'Sketches', 'Covers'],
    completed: 0,
    status: 'on-hold',
    versions: [
      {
        version_number: '0.1 First three',
        description: '<p>One drawing for each book, two colours each.</p>',
        files: [
          pngFile('the-long-way-to-assos.png', bookCover('moon', 'The Long Way to Assos', 'Defne Aksoy')),
          pngFile('forty-stairs.png', bookCover('stairs', 'Forty Stairs', 'Murat Ilgaz')),
          pngFile('what-the-garden-knew.png', bookCover('leaves', 'What the Garden Knew', 'Selin Öz')),
        ],
      },
    ],
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
          pngFile('direction-a.png', studioSite(studio)),
          pngFile('direction-b.png', studioSite(studio, true)),
          pngFile('direction-a-phone.png', studioPhone(studio)),
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
        description: '<p>The mark on paper, and turned around for the cup.</p>',
        files: [pngFile('mark.png', cafeMark('Bahar')), pngFile('mark-turned.png', cafeMark('Bahar', true))],
      },
      {
        version_number: '2.0 Brand guide',
        description: '<p>Everything a printer needs, in one place. Thank you for a lovely project!</p>',
        files: [
          jpegFile('front.jpg', cafeFront('Bahar Café')),
          jpegFile('spring-roast.jpg', coffeeBag('Bahar', 'Spring roast', 'Huila, Colombia, 250 g')),
          pngFile('menu.png', cafeMenu('Today', coffees)),
          {
            name: 'Brand guide.pdf',
            bytes: () => pdf([cafeMark('Bahar', true), brandSheet(cafeSheet), cafeMenu('Today', coffees)]),
          },
          pngFile('colours-and-type.png', brandSheet(cafeSheet)),
          { name: 'mark-sources.zip', bytes: () => sampleFile('sources.zip') },
        ],
      },
    ],
  },
  {
    name: 'Deniz Hotel: summer campaign',
    customer: 'deniz.otel',
    description:
      '<p>A booklet, posters, a short film and a jingle for the season. <strong>On air on 1 June.</strong></p>' +
      '<ul><li>Three posters for the coast road</li><li>Six seconds of film for the phone</li></ul>',
    milestones: ['Idea and mood', 'Posters, first draft', 'Film and jingle', 'Corrections', 'Print files'],
    completed: 3,
    visits: true,
    versions: [
      {
        version_number: '1.0 Mood',
        description: '<p>Colours and light of the campaign.</p>',
        files: [
          jpegFile('mood.jpg', moodBoard('Salt, shade, slow')),
          jpegFile('the-bay.jpg', photograph(sea('noon'), 1500, 900)),
        ],
      },
      {
        version_number: '2.0 Posters',
        description: '<p>First drafts. The type may still grow.</p>',
        files: [
          pngFile('poster-morning.png', hotelPoster('morning', hotel.claim, hotel)),
          pngFile('poster-evening.png', hotelPoster('evening', 'Stay for the evening', hotel)),
        ],
      },
      {
        version_number: '3.0 Film and booklet',
        description:
          '<p>The booklet is ready to look at, the film has its jingle, and the posters have the larger title you asked for.</p>',
        files: [
          jpegFile('booklet-spread.jpg', bookletSpread(hotel), 1.4),
          { name: 'Yaz başlıyor — kısa film.mp4', bytes: summerFilm },
          pngFile('poster-coast-road-v2.png', hotelPoster('noon', 'Long days, slow evenings', hotel)),
          pngFile('poster-garden-v2.png', hotelPoster('garden', hotel.story.title, hotel)),
          {
            name: 'Booklet proof.pdf',
            bytes: () =>
              pdf([
                hotelPoster('garden', hotel.story.title, hotel),
                bookletSpread(hotel),
                hotelPoster('evening', 'Stay for the evening', hotel),
              ]),
          },
          pngFile('road-banner.png', roadBanner(hotel)),
          pngFile('phone-story.png', phoneStory(hotel)),
          pngFile('key-folder.png', keyFolder(hotel)),
          jpegFile('postcard-evening.jpg', postcard('evening', 'Greetings from Kaş')),
          jpegFile('postcard-morning.jpg', postcard('morning', 'Good morning, Kaş')),
          pngFile('terrace-card.png', drinksCard('On the terrace', drinks)),
          jpegFile('pool.jpg', photograph(pool, 1200, 1200)),
          jpegFile('lemons.jpg', photograph(table, 1000, 1250)),
          jpegFile('sunshades.jpg', photograph(beach(6), 1600, 1000)),
          jpegFile('the-door.jpg', photograph(arch, 1000, 1500)),
          { name: 'jingle.wav', bytes: jingle },
        ],
      },
    ],
  },
];

/** Made by test-kit/story/film.ts. */
export function summerFilm(): Buffer<ArrayBuffer> {
  return Buffer.from(readFileSync(path.join(import.meta.dirname, 'film/summer.mp4')));
}
