import { Language } from '@vitrin/shared/contract/users.ts';
import { landingAddress } from '@vitrin/shared/rules/rendered-pages.ts';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';

/** robots.txt and the sitemap: search engines may show the landing page in each language and nothing else. */
export function answerSearchEngines(app: FastifyInstance, { config }: Pick<Context, 'config'>): void {
  app.get('/robots.txt', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nSitemap: ${config.publicUrl}/sitemap.xml\n`),
  );
  app.get('/sitemap.xml', { schema: { hide: true } }, async (_request, reply) =>
    reply.type('application/xml; charset=utf-8').send(sitemap(config.publicUrl.replaceAll('&', '&amp;'))),
  );
}

function sitemap(origin: string): string {
  const pages = [
    ...Language.options.map((language) => ({
      hreflang: language,
      address: origin + landingAddress(language),
    })),
    { hreflang: 'x-default', address: `${origin}/` },
  ];
  const links = pages
    .map(({ hreflang, address }) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${address}"/>`)
    .join('');
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">' +
    pages.map(({ address }) => `<url><loc>${address}</loc>${links}</url>`).join('') +
    '</urlset>\n'
  );
}
