import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { BrokenBodyError } from './errors.ts';
import { createFillingBlock, type FilledBlock } from './filling-block.ts';
import { drain } from './leavable-body.ts';

/** Most filled blocks that wait to be read before the connection is paused. */
const MAX_READY = 2;
/** Pieces copied in one turn of the event loop: a client may send hundreds of thousands of one byte each. */
const MAX_PIECES_A_TURN = 1000;
/** A block is passed on at least this often, so that a slow client holds none for long and a crash loses little. */
const GATHER_MILLISECONDS = 250;

/**
 * Yields the body in large blocks, each filled while the one before is in use; pauses the connection when all are.
 * Throws BrokenBodyError after the last bytes. Leaving the loop keeps the connection for the answer.
 */
export async function* bodyBlocks(body: Readable, tenant: string): AsyncGenerator<Buffer, void> {
  const gathered = gatherBlocks(body, tenant);
  let current: FilledBlock | undefined;
  try {
    while ((current = await gathered.next())) {
      yield current.bytes;
      current.release();
      current = undefined;
    }
    if (body.readableEnded) return;
    throw body.errored && !body.readableAborted ? body.errored : new BrokenBodyError('the connection broke');
  } finally {
    current?.release();
    gathered.leave();
    drain(body);
  }
}

function gatherBlocks(body: Readable, tenant: string) {
  const filling = createFillingBlock(tenant, () => goOn());
  const ready: FilledBlock[] = [];
  let rest: { chunk: Buffer; copied: number } | undefined;
  let isOver = body.destroyed || body.readableEnded;
  let timer: NodeJS.Timeout | undefined;
  let piecesOfTurn = 0;
  let nextTurn: NodeJS.Immediate | undefined;
  let wake = () => {};

  const passOn = () => {
    clearTimeout(timer);
    timer = undefined;
    const block = filling.take();
    if (block) ready.push(block);
  };
  const copyRest = () => {
    while (rest && ready.length < MAX_READY) {
      const copied = filling.add(rest.chunk.subarray(rest.copied));
      if (copied === 0) return;
      rest.copied += copied;
      if (rest.copied === rest.chunk.length) {
        freeAtOnce(body, rest.chunk);
        rest = undefined;
      }
      if (filling.isFull()) passOn();
    }
  };
  const end = () => {
    filling.end();
    passOn();
    if (!rest) return;
    const { chunk, copied } = rest;
    rest = undefined;
    ready.push({ bytes: chunk.subarray(copied), release: () => freeAtOnce(body, chunk) });
  };
  const goOn = () => {
    if (isOver) end();
    else copyRest();
    if (rest || ready.length >= MAX_READY || piecesOfTurn >= MAX_PIECES_A_TURN) body.pause();
    else if (body.isPaused()) body.resume();
    if (!filling.isEmpty() && !filling.isWaiting()) timer ??= setTimeout(onGathered, GATHER_MILLISECONDS);
    if (ready.length > 0 || isOver) wake();
  };
  const onGathered = () => {
    if (!filling.isWaiting()) passOn();
    goOn();
  };
  const onNextTurn = () => {
    nextTurn = undefined;
    piecesOfTurn = 0;
    goOn();
  };
  const onData = (chunk: Buffer) => {
    if (chunk.length > 0) rest = { chunk, copied: 0 };
    piecesOfTurn += 1;
    nextTurn ??= setImmediate(onNextTurn);
    goOn();
  };
  const onOver = () => {
    isOver = true;
    goOn();
  };
  const something = () => new Promise<void>((resolve) => (wake = resolve));
  body.on('data', onData).on('end', onOver).on('error', onOver).on('close', onOver);

  return {
    async next(): Promise<FilledBlock | undefined> {
      if (ready.length === 0 && !isOver) await something();
      const next = ready.shift();
      goOn();
      return next;
    },
    leave() {
      body.off('data', onData).off('end', onOver).off('error', onOver).off('close', onOver);
      clearImmediate(nextTurn);
      // Without a handler a connection that breaks later would end the process.
      body.on('error', () => {});
      end();
      for (const { release } of ready.splice(0)) release();
    },
  };
}

/** Frees a copied piece: V8 would search its whole heap for every 32 MB, a third of a large upload's time. */
function freeAtOnce(body: Readable, { buffer, length }: Buffer): void {
  const isItsOwn = body instanceof IncomingMessage && buffer.byteLength === length;
  if (isItsOwn && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
