import type { HotelTexts } from './works/hotel.ts';

/** Texts printed on the hotel's pieces, in both languages of the landing page. */
export const HOTEL_TEXTS: Record<'en' | 'tr', HotelTexts> = {
  en: {
    name: 'Harbour Hotel',
    location: 'On the coast road',
    season: 'THE SUMMER BOOKLET',
    claim: 'The summer starts here',
    story: {
      title: 'A door to the sea',
      lead: 'Behind the old harbour wall stands a house with eleven rooms and one view.',
      left: 'The doors open at six, when the boats come in and the bread is still warm. Nobody asks for your plans. There is a chair for everyone who wants to look at the water.',
      right:
        'At noon the terrace belongs to the shade. In the evening the long table is carried out, and who passes by is asked to sit down and stay for a while.',
    },
  },
  tr: {
    name: 'Deniz Otel',
    location: 'Kaş, sahil yolu',
    season: 'YAZ KİTAPÇIĞI',
    claim: 'Yaz burada başlıyor',
    story: {
      title: 'Denize açılan kapı',
      lead: 'Eski liman duvarının ardında on bir odalı, tek manzaralı bir ev var.',
      left: 'Kapılar altıda açılır; tekneler döner, ekmek daha sıcaktır. Kimse planınızı sormaz. Suya bakmak isteyen herkese bir sandalye bulunur.',
      right:
        'Öğlen teras gölgenindir. Akşam uzun masa dışarı taşınır; yoldan geçen de davetlidir, oturur, biraz kalır.',
    },
  },
};
