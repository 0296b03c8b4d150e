import type { Context } from '../../context.ts';

/** True when a form was opened before the last edit (DECISIONS "Two people editing"); never without `given`. */
export function isBehind(given: string | undefined, editedAt: string): boolean {
  return given !== undefined && Date.parse(given) < Date.parse(editedAt);
}

/** The clock, but always later than the last edit, so that two edits in one millisecond differ. */
export function nextEditedAt({ now }: Pick<Context, 'now'>, editedAt: string): string {
  return new Date(Math.max(now().getTime(), Date.parse(editedAt) + 1)).toISOString();
}
