import { z } from 'zod';
import { Id } from './common.ts';

export const Picture = z.object({ id: Id, picture: z.string() });
export type Picture = z.infer<typeof Picture>;
