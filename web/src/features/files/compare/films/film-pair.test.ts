import { expect, test } from 'vitest';
import { type Film, createFilmPair } from './film-pair.ts';

function filmOf(duration: number) {
  const film = {
    currentTime: 0,
    duration,
    playbackRate: 1,
    readyState: 4,
    isPlaying: false,
    play: async () => void (film.isPlaying = true),
    pause: () => void (film.isPlaying = false),
  };
  return film satisfies Film;
}

test('one control plays, pauses and seeks both', async () => {
  const [one, other] = [filmOf(10), filmOf(10)];
  const pair = createFilmPair(one, other);
  await pair.play();
  expect([one.isPlaying, other.isPlaying]).toEqual([true, true]);
  for (let seek = 0; seek < 20; seek += 1) {
    await pair.seek((seek * 7.3) % 10);
    expect(other.currentTime).toBe(one.currentTime);
  }
  other.currentTime += 0.2;
  pair.pause();
  expect([one.isPlaying, other.isPlaying]).toEqual([false, false]);
  expect(other.currentTime).toBe(one.currentTime);
});

test.each([
  ['in step', 5.01, 5.01, 1],
  ['a little behind', 4.9, 4.9, 1.15],
  ['a little ahead', 5.1, 5.1, 0.85],
  ['far behind', 4, 5, 1],
])('a film that is %s catches up', async (_where, at, then, rate) => {
  const [one, other] = [filmOf(10), filmOf(10)];
  const pair = createFilmPair(one, other);
  await pair.play();
  one.currentTime = 5;
  other.currentTime = at;
  pair.step();
  expect([other.currentTime, other.playbackRate]).toEqual([then, rate]);
});

test('the longer film sets the time; the shorter stops at its end, and plays again before it', async () => {
  const [short, long] = [filmOf(4), filmOf(10)];
  const pair = createFilmPair(short, long);
  expect([pair.length, pair.isLeader(long)]).toEqual([10, true]);
  await pair.seek(7);
  await pair.play();
  expect([short.currentTime, short.isPlaying, long.isPlaying]).toEqual([4, false, true]);
  pair.step();
  expect(short.currentTime).toBe(4);
  await pair.seek(2);
  expect([short.currentTime, short.isPlaying]).toEqual([2, true]);
  await pair.seek(99);
  expect(pair.time()).toBe(10);
  await pair.play();
  expect([long.currentTime, short.currentTime]).toEqual([0, 0]);
});

test('while one film waits for its frames, the other waits with it', async () => {
  const [one, other] = [filmOf(10), filmOf(10)];
  const pair = createFilmPair(one, other);
  pair.wait(other);
  expect(one.isPlaying).toBe(false);
  await pair.play();
  pair.wait(other);
  expect([one.isPlaying, other.isPlaying]).toEqual([false, true]);
  other.readyState = 2;
  await pair.proceed(other);
  expect(one.isPlaying).toBe(false);
  other.readyState = 4;
  await pair.proceed(one);
  expect(one.isPlaying).toBe(false);
  await pair.proceed(other);
  expect(one.isPlaying).toBe(true);
});

test('a film that is paused while it waits does not start again', async () => {
  const [one, other] = [filmOf(10), filmOf(10)];
  const pair = createFilmPair(one, other);
  await pair.play();
  pair.wait(other);
  pair.pause();
  await pair.proceed(other);
  expect([one.isPlaying, other.isPlaying]).toEqual([false, false]);
});
