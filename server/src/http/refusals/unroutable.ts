import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf, type MessageKey, translate } from '../../i18n/messages.ts';
import type { RequestEnds } from '@vitrin/engine/requests/request-end.ts';
import type { SecurityHeaders } from '../answers/security-headers.ts';

/** Status for errors that Node finds before there is a request; all others are 400. */
const STATUS_OF: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

const KEY_OF: Record<number, MessageKey> = {
  408: 'errors.request_timeout',
  413: 'errors.body_too_large',
  417: 'errors.bad_request',
  431: 'errors.headers_too_large',
};

/** Answers an address that cannot be decoded, for which no hook runs. */
export function answerUnroutable(headers: SecurityHeaders, ends: RequestEnds) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    if (!ends.route(request, reply)) return;
    const language = languageOf(request.headers['accept-language']);
    const detail = translate(language, 'errors.bad_request');
    void reply
      .headers({ ...headers, 'x-request-id': request.id })
      .code(error.statusCode ?? 400)
      .send({ detail });
  };
}

type Answering = Socket & { _httpMessage?: { _headerSent?: boolean } | null };

/** Errors of the parser, and of one that waited too long for a head; all others are of the connection. */
const IS_REFUSAL = /^(?:HPE_|ERR_HTTP_)/;

/** Answers a request line, headers or a pace that Node refuses; the language is unknown then. */
export function answerBrokenRequests(headers: SecurityHeaders, ends: RequestEnds) {
  return (error: { code?: string }, socket: Socket): void => {
    const { count, isBodyMissing } = ends.waitingOn(socket);
    // An answer under way or given, or one that comes before, must not be mixed with another.
    const isAnswering =
      (socket as Answering)._httpMessage?._headerSent === true || ends.isSendingRest(socket);
    const isBehindOthers = count > (isBodyMissing ? 1 : 0);
    const isRefusal = IS_REFUSAL.test(error.code ?? '');
    if (!isRefusal || !socket.writable || isAnswering || isBehindOthers) {
      ends.refuse(socket, isRefusal ? 'refused' : 'aborted');
      return void socket.destroy();
    }
    const status = STATUS_OF[error.code ?? ''] ?? 400;
    ends.refuse(socket, 'refused', status);
    const body = bodyOf(status);
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...Object.entries({ ...headers, ...describing(body), connection: 'close' }).map((pair) =>
        pair.join(': '),
      ),
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
}

export function answerExpectations(app: FastifyInstance, headers: SecurityHeaders): void {
  app.server.on('checkExpectation', (_request, response: ServerResponse) => {
    const body = bodyOf(417);
    response.writeHead(417, { ...headers, ...describing(body), connection: 'close' }).end(body);
  });
}

function bodyOf(status: number): string {
  return JSON.stringify({ detail: translate('en', KEY_OF[status] ?? 'errors.bad_request') });
}

function describing(body: string): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  };
}
