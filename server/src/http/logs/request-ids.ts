import { randomBytes } from 'node:crypto';

/** Unique over processes and restarts (specification 9.11): logs are merged, and jobs run elsewhere. */
export function requestIds(): () => string {
  const start = randomBytes(5).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}
