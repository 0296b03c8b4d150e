import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '../../config/config.ts';
import type { PageHashes } from '../pages/page-hashes.ts';

export type SecurityHeaders = Readonly<Record<string, string>>;

/** Restricts answers in the browser; `formOrigins` are targets of redirected form posts, which Chromium checks too. */
export function securityHeaders(
  config: Config,
  { scriptHashes, styleHashes, formOrigins }: PageHashes & { formOrigins: string[] },
): SecurityHeaders {
  const isHttps = config.publicUrl.startsWith('https:');
  const headers = headersFrom({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'", ...formOrigins],
        scriptSrc: ["'self'", ...quoted(scriptHashes)],
        styleSrcElem: ["'self'", ...quoted(styleHashes)],
        // Bars, avatars and menus set their size, colour and position in the attribute.
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...(isHttps ? [] : ['http:'])],
        fontSrc: ["'self'"],
        mediaSrc: ["'self'", 'blob:'],
        connectSrc: ["'self'"],
        frameSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
      },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
  });
  headers['permissions-policy'] = 'camera=(), microphone=(), geolocation=(), payment=(), usb=()';
  return headers;
}

export function sendSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

function quoted(hashes: string[]): string[] {
  return hashes.map((hash) => `'${hash}'`);
}

/** The headers are the same for every answer, so helmet writes them once. */
function headersFrom(options: HelmetOptions): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, () => {});
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}
