import { z } from 'zod';
import { Id } from './common.ts';

/** A picture that may be put into a text; `picture` is the address it has there. */
export const Picture = z.object({ id: Id, picture: z.string() });
export type Picture = z.infer<typeof Picture>;
