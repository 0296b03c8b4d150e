import { randomBytes } from 'node:crypto';

/** Makes ids that no other process or restart repeats (specification 9.11), since logs are merged and jobs run elsewhere. */
export function requestIds(): () => string {
  const start = randomBytes(5).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}
