import type { Context } from '../../../context.ts';
import { type PictureSource, type RichText, sanitizeRichText } from '../../../rich-text/sanitize.ts';
import { textsOf } from '../carried/column-kinds.ts';
import { MILESTONE, PROJECT, VERSION } from '../carried/columns.ts';
import { isOwnHost } from '../../pictures/service.ts';
import type { Group } from './groups.ts';

export type Texts = Map<object, RichText>;

/** Sanitises every description of a project like a new one; throws ValidationError for one that is too long. */
export async function prepareTexts({ config }: Pick<Context, 'config'>, group: Group): Promise<Texts> {
  const texts: Texts = new Map();
  for (const record of [group.project, ...group.milestones, ...group.versions])
    texts.set(
      record,
      await sanitizeRichText(record.description, (host) => isOwnHost(config.publicUrl, host)),
    );
  return texts;
}

/** Ids of the stored pictures in a sanitised text, as they were where it comes from. */
export function pictureIdOf(source: PictureSource): number | undefined {
  return 'id' in source ? source.id : undefined;
}

export function textBytesOf({ project, milestones, versions }: Group): number {
  const texts = [
    ...textsOf(PROJECT, project),
    ...milestones.flatMap((milestone) => textsOf(MILESTONE, milestone)),
    ...versions.flatMap((version) => textsOf(VERSION, version)),
  ];
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}
