import { randomBytes } from 'node:crypto';

/**
 * Makes the ids of requests (specification 9.11). No other process gives one of them, nor this one after a restart: a log
 * may hold the lines of many, and a job may run elsewhere than the request that it comes from.
 */
export function requestIds(): () => string {
  const start = randomBytes(5).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}
