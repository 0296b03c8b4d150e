import { type SampleProject, summerFilm } from './story.ts';
import { HOTEL_TEXTS } from './texts.ts';
import { pdf } from './works/documents.ts';
import {
  type HotelTexts,
  bookletSpread,
  drinksCard,
  hotelPoster,
  keyFolder,
  moodBoard,
  phoneStory,
  postcard,
  roadBanner,
} from './works/hotel.ts';
import { jpegFile, pngFile } from './works/sheet.ts';

/** The names of the files and the words on them. */
type Names = {
  spread: string;
  film: string;
  booklet: string;
  posters: readonly (readonly [hour: 'noon' | 'garden' | 'evening', file: string, title: string])[];
  banner: string;
  story: string;
  keys: string;
  postcard: readonly [string, string];
  card: readonly [string, string];
  drinks: readonly (readonly [string, string])[];
};

/** Everything the client gets in the newest version: wide and tall, still and moving. */
function deliveryOf(texts: HotelTexts, names: Names): SampleProject['versions'][number]['files'] {
  const posters = names.posters.map(([hour, name, title]) => pngFile(name, hotelPoster(hour, title, texts)));
  return [
    jpegFile(names.spread, bookletSpread(texts), 1.4),
    ...posters,
    pngFile(names.keys, keyFolder(texts)),
    { name: names.film, bytes: summerFilm },
    pngFile(names.card[0], drinksCard(names.card[1], names.drinks)),
    {
      name: names.booklet,
      bytes: () =>
        pdf([
          hotelPoster('garden', texts.story.title, texts),
          bookletSpread(texts),
          hotelPoster('evening', texts.claim, texts),
        ]),
    },
    jpegFile(names.postcard[0], postcard('evening', names.postcard[1])),
    pngFile(names.story, phoneStory(texts)),
    pngFile(names.banner, roadBanner(texts)),
  ];
}

const [english, turkish] = [HOTEL_TEXTS.en, HOTEL_TEXTS.tr];

/** Project of the client in the pictures of the landing page, by the reader's language. */
export const LANDING_PROJECTS: Record<'en' | 'tr', SampleProject> = {
  en: {
    name: 'Harbour Hotel: summer campaign',
    customer: 'harbour.hotel',
    description:
      '<p>A booklet, posters and a short film for the season. <strong>On the walls on 1 June.</strong></p>',
    milestones: ['Idea and mood', 'Posters', 'Film', 'Corrections', 'Print files'],
    completed: 3,
    versions: [
      {
        version_number: '1: Mood',
        description: '<p>Colours and light of the campaign.</p>',
        files: [jpegFile('mood.jpg', moodBoard('Salt, shade, slow'))],
      },
      {
        version_number: '2: Posters',
        description: '<p>First drafts. The type may still grow.</p>',
        files: [
          pngFile('poster-morning.png', hotelPoster('morning', english.claim, english)),
          pngFile('poster-evening.png', hotelPoster('evening', 'Stay for the evening', english)),
        ],
      },
      {
        version_number: '3: Film and booklet',
        description: '<p>Everything for the season, with the larger titles you asked for.</p>',
        files: deliveryOf(english, {
          spread: 'booklet-spread.jpg',
          film: 'summer-film.mp4',
          posters: [
            ['noon', 'poster-beach.png', 'Long days, slow evenings'],
            ['garden', 'poster-door.png', english.story.title],
            ['evening', 'poster-evening.png', 'Stay for the evening'],
          ],
          keys: 'key-folder.png',
          card: ['terrace-card.png', 'On the terrace'],
          postcard: ['postcard.jpg', 'Greetings from the bay'],
          story: 'phone-story.png',
          banner: 'road-banner.png',
          booklet: 'booklet.pdf',
          drinks: [
            ['Lemon and thyme', '8'],
            ['Sea fennel tonic', '9'],
            ['Peach iced tea', '6'],
            ['House lemonade', '5'],
          ],
        }),
      },
    ],
  },
  tr: {
    name: 'Deniz Otel: yaz kampanyası',
    customer: 'deniz.otel',
    description:
      '<p>Sezon için bir kitapçık, afişler ve kısa bir film. <strong>1 Haziran’da duvarlarda.</strong></p>',
    milestones: ['Fikir ve duygu', 'Afişler', 'Film', 'Düzeltmeler', 'Baskı dosyaları'],
    completed: 3,
    versions: [
      {
        version_number: '1: Duygu',
        description: '<p>Kampanyanın renkleri ve ışığı.</p>',
        files: [jpegFile('duygu.jpg', moodBoard('Tuz, gölge, sükûnet'))],
      },
      {
        version_number: '2: Afişler',
        description: '<p>İlk taslaklar. Yazılar biraz daha büyüyebilir.</p>',
        files: [
          pngFile('afiş-sabah.png', hotelPoster('morning', turkish.claim, turkish)),
          pngFile('afiş-akşam.png', hotelPoster('evening', 'Akşama kalın', turkish)),
        ],
      },
      {
        version_number: '3: Film ve kitapçık',
        description: '<p>Sezonun bütün işleri, istediğiniz gibi daha büyük başlıklarla.</p>',
        files: deliveryOf(turkish, {
          spread: 'kitapçık.jpg',
          film: 'yaz-filmi.mp4',
          posters: [
            ['noon', 'afiş-plaj.png', 'Uzun günler, sakin akşamlar'],
            ['garden', 'afiş-kapı.png', turkish.story.title],
            ['evening', 'afiş-akşam.png', 'Akşama kalın'],
          ],
          keys: 'anahtar-kartı.png',
          card: ['teras-kartı.png', 'Terasta'],
          postcard: ['kartpostal.jpg', 'Kaş’tan sevgiler'],
          story: 'telefon-hikâyesi.png',
          banner: 'yol-afişi.png',
          booklet: 'kitapçık.pdf',
          drinks: [
            ['Limon ve kekik', '240'],
            ['Deniz rezenesi tonik', '260'],
            ['Şeftalili soğuk çay', '180'],
            ['Ev limonatası', '160'],
          ],
        }),
      },
    ],
  },
};
