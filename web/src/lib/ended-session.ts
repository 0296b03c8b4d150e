import type { User } from '@vitrin/shared/contract/users.ts';

/** Whose session has ended while something was being typed or uploaded; null as long as there is nothing to ask. */
let person: User | null = null;
const listeners = new Set<() => void>();
const resumed = new Set<() => void>();

/** Asks `user`, and nobody else, to log in in front of the screen, which stays as it is. */
export function askToLogInAgain(user: User): void {
  show(user);
}

/** There is a session of the same person again, begun here or in another tab. */
export function sessionResumed(): void {
  if (!person) return;
  show(null);
  for (const goOn of resumed) goOn();
  resumed.clear();
}

/** Calls `goOn` once, as soon as there is a session again. */
export function onceSessionResumes(goOn: () => void): void {
  resumed.add(goOn);
}

export function personToLogIn(): User | null {
  return person;
}

export function followEndedSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(now: User | null): void {
  person = now;
  for (const listener of listeners) listener();
}
