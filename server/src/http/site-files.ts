import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';

/** What search engines may show: the landing page, the only one for everybody. robots.txt is a file of the build. */
export function answerSearchEngines(app: FastifyInstance, { config }: Pick<Context, 'config'>): void {
  app.get('/sitemap.xml', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .send(
        '<?xml version="1.0" encoding="UTF-8"?>\n' +
          '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' +
          `<url><loc>${config.publicUrl.replaceAll('&', '&amp;')}/</loc></url></urlset>\n`,
      ),
  );
}
