import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { IdParams } from '@vitrin/shared/contract/common.ts';
import { embedAddress } from '@vitrin/shared/rules/links/link-embed.ts';
import { NotFoundError } from '../../errors.ts';
import { requireUser, userOf } from '../../http/guards/guards.ts';
import { escapeHtml } from '../../i18n/escape-html.ts';
import { getVisibleLink } from './service.ts';

/** Serves a player in its own document, without scripts, framing one host: the app's policy loads no other hosts. */
export const embedRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', requireUser);

  app.get('/:id', { schema: { params: IdParams, hide: true } }, async (request, reply) => {
    const { title, address } = await getVisibleLink(app.context, userOf(request), request.params.id);
    const embed = embedAddress(address);
    if (embed === undefined) throw new NotFoundError();
    return reply
      .headers({
        'cache-control': 'private, no-store',
        'content-security-policy': policyFor(new URL(embed).host),
        'x-frame-options': 'SAMEORIGIN',
      })
      .type('text/html; charset=utf-8')
      .send(pageOf(title, embed));
  });
};

/** The frame within the sandbox needs its scripts and its own origin. */
const SANDBOX = 'sandbox allow-scripts allow-same-origin allow-presentation';

function policyFor(host: string): string {
  return [
    SANDBOX,
    "default-src 'none'",
    `frame-src https://${host}`,
    "style-src-attr 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/** Makes the page; it sends only the origin as referrer, as some players play only where they know who asks. */
function pageOf(title: string, embed: string): string {
  const fill = 'position:fixed;inset:0;width:100%;height:100%;border:0';
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head><body style="margin:0"><iframe src="${escapeHtml(embed)}" title="${escapeHtml(title)}" style="${fill}" referrerpolicy="strict-origin" allow="fullscreen; encrypted-media; picture-in-picture"></iframe></body></html>`;
}
