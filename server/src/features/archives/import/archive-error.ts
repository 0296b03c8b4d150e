import { BadRequestError } from '../../../errors.ts';

/** An archive is not what Vitrin made: nothing of it is kept. */
export class ArchiveError extends BadRequestError {}
