import { beforeEach, expect, test, vi } from 'vitest';
import { PICKS_KEY } from '../../../lib/storage.ts';
import { CUSTOMER, FREELANCER } from '../../../testing/users.ts';
import { setCurrentUser } from '../../auth/api.ts';
import { MAX_PICKS, MAX_SELECTIONS, changePicks, picksOf, subscribeToPicks } from './pick-store.ts';

/** Reads the storage as after a reload, or after a change by another tab. */
const readAgain = () => {
  const stop = subscribeToPicks(() => {});
  dispatchEvent(new StorageEvent('storage', { key: PICKS_KEY }));
  stop();
};
const pick = (versionId: number, ...ids: number[]) => changePicks(versionId, () => new Set(ids));

beforeEach(readAgain);

test('picks are kept by version, and survive a reload', () => {
  pick(5, 1, 2);
  pick(6, 3);
  readAgain();
  expect([...picksOf(5)]).toEqual([1, 2]);
  expect([...picksOf(6)]).toEqual([3]);
  pick(5);
  pick(6);
  expect(localStorage.getItem(PICKS_KEY)).toBeNull();
});

test('the most recently changed selections are kept, with a limited number of files each', () => {
  for (let version = 1; version <= MAX_SELECTIONS + 1; version += 1) pick(version, version);
  changePicks(2, () => new Set(Array.from({ length: MAX_PICKS + 1 }, (_none, at) => at + 1)));
  readAgain();
  expect(picksOf(1).size).toBe(0);
  expect(picksOf(2).size).toBe(MAX_PICKS);
  expect([...picksOf(MAX_SELECTIONS + 1)]).toEqual([MAX_SELECTIONS + 1]);
});

test.each(['x', '{}', '0:5', '0:5=', '0:5=a,-1,1.5,0,99999999999999999999', ';;;=;', 'x'.repeat(65_536)])(
  'a storage with %s has no picks',
  (text) => {
    localStorage.setItem(PICKS_KEY, text);
    readAgain();
    expect(picksOf(5).size).toBe(0);
    pick(5, 1);
    readAgain();
    expect([...picksOf(5)]).toEqual([1]);
  },
);

test('without local storage picks last until the page is left', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  pick(5, 1);
  expect([...picksOf(5)]).toEqual([1]);
});

test('another person in this browser has other picks', () => {
  setCurrentUser(FREELANCER);
  pick(5, 1);
  setCurrentUser(CUSTOMER);
  expect(picksOf(5).size).toBe(0);
  pick(5, 2);
  setCurrentUser(FREELANCER);
  readAgain();
  expect([...picksOf(5)]).toEqual([1]);
});
