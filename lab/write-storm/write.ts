import type { Actor, Answer } from './actor.ts';

/** One write; undefined when there is nothing yet that it could change. */
export type Write = (actor: Actor) => Promise<Answer | undefined>;
