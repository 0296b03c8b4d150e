import { expect, test } from 'vitest';
import { emailKey, nameKey, searchKey, usernameKey } from './names.ts';

test.each([
  ['Ada', 'ada'],
  ['ＡＤＡ', 'ada'],
  ['ÇELİK', 'çeli̇k'],
])('the username %s has the key %s', (username, key) => {
  expect(usernameKey(username)).toBe(key);
});

test.each([
  [' Ada@Example.COM ', 'ada@example.com'],
  ['Ayşe@Güneş.com.tr', 'ayşe@xn--gne-hoa11c.com.tr'],
  ['ayse@XN--gne-hoa11c.com.tr', 'ayse@xn--gne-hoa11c.com.tr'],
  ['IŞIK@ışık.com', 'işik@xn--k-ekaa7p.com'],
  ['ada', 'ada'],
  ['ü', 'ü'],
  ['a@ü/b', 'a@ü/b'],
  ['a@ü@b', 'a@ü@b'],
  ['', ''],
])('the email %j has the key %j', (email, key) => {
  expect(emailKey(email)).toBe(key);
  expect(emailKey(key)).toBe(key);
});

test.each(['ısı', 'ISI', 'İSİ', 'isi', 'Isı'])('%s is found by any of the four i letters', (name) => {
  expect(nameKey(name)).toContain(searchKey('isi'));
  expect(nameKey('isi')).toContain(searchKey(name));
});

test('accents and other letters are told apart in a search', () => {
  expect(nameKey('şeker')).not.toContain(searchKey('seker'));
  expect(nameKey('{')).not.toContain(searchKey('a'));
});

test('the key sorts in the order of the Turkish alphabet', () => {
  const sorted = [
    '9',
    'can',
    'Çilek',
    'dere',
    'Gül',
    'ğ',
    'hal',
    'ılık',
    'İnci',
    'ot',
    'Öz',
    'su',
    'şeker',
    'uzak',
    'ütü',
    'zeytin',
  ];
  const shuffled = sorted.toReversed();
  expect(shuffled.toSorted((a, b) => (nameKey(a) < nameKey(b) ? -1 : 1))).toEqual(sorted);
});
