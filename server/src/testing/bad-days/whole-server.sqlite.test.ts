import { expect, test } from 'vitest';
import { jumpInTime } from '../../../../test-kit/bad-days/clock-jumps.ts';
import { servePeople } from '../../../../test-kit/bad-days/people.ts';
import { restartRepeatedly } from '../../../../test-kit/bad-days/restarts.ts';
import { besideSlowConnections } from '../../../../test-kit/bad-days/slow-connections.ts';
import { stopMidTransfer } from '../../../../test-kit/bad-days/stop-mid-transfer.ts';

const MIB = 1024 * 1024;

// They wait most of the time, so all of them wait together. `npm run test:kills` has their long forms.
test.concurrent('a server stopped and started three times keeps all that it acknowledged', async () => {
  expect(await restartRepeatedly(3)).toHaveLength(3);
});

test.concurrent("an upload and a download interrupted by a server's stop continue at the next server", async () => {
  const { upload } = await stopMidTransfer(32 * MIB);
  expect(upload.kept).toBeGreaterThan(upload.acknowledged);
});

test.concurrent('a clock that jumps ahead and back makes no answer wrong and ends no session', async () => {
  expect(await jumpInTime([1, 0, 24, 0])).toBe(4);
});

test.concurrent('60 slow connections block no other request, and memory stays within bounds', async () => {
  const { beforeMb, withAllMb } = await besideSlowConnections(60);
  expect(withAllMb - beforeMb).toBeLessThan(150);
});

test.concurrent('some people at work get the right answers', async () => {
  const { rounds } = await servePeople({ people: 8, rounds: 8, pauseMilliseconds: 100 });
  expect(rounds).toBe(64);
});
