import type { Context } from '../../../context.ts';
import type { VisibleFile } from '../service.ts';
import { askForWebSizes, keepForDownload } from './ask.ts';
import { inWebSize, type WebSize } from './in-web-size.ts';

/** Returns the web size, undefined to use the original. `isTaken` keeps it a day. Throws the error of askForWebSizes. */
export async function getWebSize(
  context: Context,
  file: VisibleFile,
  { isTaken, readAgain }: { isTaken: boolean; readAgain: () => Promise<VisibleFile> },
): Promise<WebSize | undefined> {
  const web = await madeOf(context, file);
  // The picture may have been removed before it was kept.
  if (web && isTaken && (await keepForDownload(context, [file.id])))
    return madeOf(context, await readAgain());
  return web;
}

async function madeOf(context: Context, file: VisibleFile): Promise<WebSize | undefined> {
  const web = inWebSize(file);
  if (web === 'original') return undefined;
  if (web !== 'missing') return web;
  throw await askForWebSizes(context, { ownerId: file.owner_id, all: [file.id], missing: [file.id] });
}
