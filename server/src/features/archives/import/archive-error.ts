import { BadRequestError } from '../../../errors.ts';

/** Not an archive of Vitrin: nothing is kept. */
export class ArchiveError extends BadRequestError {}
