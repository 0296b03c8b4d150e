import { z } from 'zod';
import { Id } from './common.ts';

/** A stored picture; `picture` is its address in a text. */
export const Picture = z.object({ id: Id, picture: z.string() });
export type Picture = z.infer<typeof Picture>;
