import type { User } from '@vitrin/shared/contract/users.ts';

/** User with a session that ended during typing or an upload; null otherwise. */
let person: User | null = null;
const listeners = new Set<() => void>();
const resumed = new Set<() => void>();
/** How often a session that ended was followed by another one of the same person. */
let resumptions = 0;

/** Opens the dialog in which `user`, and no other one, logs in again; the screen stays as it is. */
export function askToLogInAgain(user: User): void {
  show(user);
}

/** Call it when the user has a session again, from here or another tab. */
export function sessionResumed(): void {
  if (!person) return;
  resumptions += 1;
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

export function countResumptions(): number {
  return resumptions;
}

export function followEndedSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(now: User | null): void {
  person = now;
  for (const listener of listeners) listener();
}
