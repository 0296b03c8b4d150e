import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/query-client.ts';
import { CUSTOMER, FREELANCER } from '../../../testing/users.ts';
import { setCurrentUser } from '../api.ts';
import { writeCachedUser } from './cached-user.ts';
import { followOtherTabs } from './other-tabs.ts';

const assign = vi.fn<(address: string) => void>();
const revalidate = vi.fn<() => Promise<void>>(async () => {});
const onExpired = vi.fn<() => void>();
let stop = () => {};

const show = (persisted: boolean) => dispatchEvent(new PageTransitionEvent('pageshow', { persisted }));

beforeEach(() => {
  vi.stubGlobal('location', { assign });
  stop = followOtherTabs({ revalidate }, onExpired);
});

afterEach(() => {
  stop();
  queryClient.clear();
  vi.resetAllMocks();
});

test('a page of an ended session is replaced by a fresh one when the back button shows it again', () => {
  setCurrentUser(FREELANCER);
  writeCachedUser(null);
  show(true);
  expect(assign.mock.calls).toEqual([['/']]);
});

test("another user's page leads to the dashboard of the current one", () => {
  setCurrentUser(FREELANCER);
  writeCachedUser(CUSTOMER);
  show(true);
  expect(assign.mock.calls).toEqual([['/dashboard']]);
});

test('a guest’s page runs its guards again after a login in another tab', () => {
  setCurrentUser(null);
  writeCachedUser(FREELANCER);
  show(true);
  expect(revalidate).toHaveBeenCalledOnce();
});

test('a page shown for the first time, or to the same user, stays', () => {
  setCurrentUser(FREELANCER);
  show(true);
  writeCachedUser(null);
  show(false);
  expect(assign).not.toHaveBeenCalled();
});

test('a session that ended by itself in another tab is no logout: this tab keeps its address', () => {
  setCurrentUser(FREELANCER);
  writeCachedUser(null, 'expired');
  show(true);
  expect(assign).not.toHaveBeenCalled();
  expect(onExpired).toHaveBeenCalledOnce();
});
