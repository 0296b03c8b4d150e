import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Opened } from '@vitrin/shared/rules/rendered-pages.ts';
import type { Context } from '../../context.ts';
import { timestampOf } from '../../context.ts';
import { pageLanguage, timeZoneOf } from './page-language.ts';
import { type Content, holdsSecret, loadContent } from './screen-content.ts';
import type { WebRenderer } from './web-renderer.ts';

/** A page that takes longer to render is sent without its content, which the browser then makes. */
const LIMIT_MILLISECONDS = 300;

type ScreenPage = { html: string; headers: Record<string, string>; styleSource: string };

/** Returns a page, or an address to redirect to; undefined if it is late, or nothing may be shown. */
type ScreenPages = (
  request: FastifyRequest,
  shellOf: (opens: Opened | undefined) => string,
) => Promise<ScreenPage | { leadsTo: string } | undefined>;

/** Renders screens only from the API's answers to this person, so that a page cannot show more than its screen. */
export function screenPages(
  app: FastifyInstance,
  context: Context,
  { renderInTime }: Pick<WebRenderer, 'renderInTime'>,
  limitMilliseconds = LIMIT_MILLISECONDS,
): ScreenPages {
  return async (request, shellOf) => {
    const content = await loadContent(app, request);
    if (!content || 'leadsTo' in content) return content;
    const data = { renderedAt: timestampOf(context), timeZone: timeZoneOf(request), ...content };
    const template = shellOf(openedBy(request, content));
    const page = { language: pageLanguage(request), template, address: request.url, data };
    try {
      const rendered = await renderInTime('screen', page, limitMilliseconds);
      if (!rendered) return undefined;
      const { html, preloads, styleSource } = rendered;
      return { html, styleSource, headers: { ...headersOf(request), ...(preloads && { link: preloads }) } };
    } catch (error) {
      context.log.error({ err: error }, 'A screen is sent without its content');
      return undefined;
    }
  };
}

/** The kind of file that the address opens; without the content of its page a document is a file like others. */
export function openedBy(
  { url }: FastifyRequest,
  { files, opened }: Partial<Content> = {},
): Opened | undefined {
  const [, id] = /[?&]file=(\d{1,10})/.exec(url) ?? [];
  if (id === undefined) return undefined;
  const file = [files, opened]
    .flatMap((listed) => listed?.files ?? [])
    .find((each) => each.id === Number(id));
  return file?.kind === 'pdf' ? 'document' : 'file';
}

/** A page of the moment has no tag: what its tag would be made of is what takes the time. */
function headersOf({ url }: FastifyRequest): Record<string, string> {
  return { 'cache-control': holdsSecret(url) ? 'no-store' : 'private, no-cache' };
}
