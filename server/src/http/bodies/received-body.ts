import { Readable } from 'node:stream';
import { AppError, ConnectionBrokenError } from '../../errors.ts';

class BodyTimeoutError extends AppError {
  readonly statusCode = 408;
}

/** Returns a body that fails with 408 when late, keeping its connection for the answer; reads nothing before asked. */
export function receivedWithin(body: Readable, milliseconds: number): Readable {
  let timer: NodeJS.Timeout | undefined;
  const received = new Readable({
    read() {
      if (!timer) begin();
      body.resume();
    },
    destroy(error, done) {
      clearTimeout(timer);
      if (error instanceof BodyTimeoutError) body.resume();
      // A reader that leaves half-way cuts the connection; one that has read everything still waits for the answer.
      else if (!body.readableEnded) body.destroy();
      done(error);
    },
  });
  const begin = () => {
    timer = setTimeout(
      () => received.destroy(new BodyTimeoutError('errors.request_timeout')),
      milliseconds,
    ).unref();
    // A connection that broke before emits no error any more.
    if (body.destroyed && !body.readableEnded) received.destroy(new ConnectionBrokenError());
    body.on('data', (chunk: Buffer) => {
      if (!received.destroyed && !received.push(chunk)) body.pause();
    });
    body.once('end', () => received.push(null));
    body.once('error', (error) => received.destroy(error));
  };
  // A parser that has refused the body has removed its handlers, and the connection may break then.
  received.on('error', () => {});
  return received;
}
