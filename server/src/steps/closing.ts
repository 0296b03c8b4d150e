import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { writeDeliveries } from '../features/deliveries/service.ts';
import { writeEvents } from '../features/events/service.ts';
import { writeShown } from '../features/files/derived/shown.ts';
import { untilPiecesAreRecorded } from '../features/files/uploads/upload-locks.ts';

/** Longest wait at shutdown for pieces of uploads on connections that were cut. */
const PIECE_MILLISECONDS = 4000;

/** Has a server that stops end its streams, which would keep it from closing, and write what only its memory holds. */
export function closeInOrder(app: FastifyInstance, context: Context): void {
  app.addHook('preClose', () => app.changeStreams.stop());
  app.addHook('onClose', async () => {
    app.readOnly.stop();
    app.transfers.stop();
    await untilPiecesAreRecorded(context, PIECE_MILLISECONDS);
    await app.jobs.stop();
    await writeEvents(context);
    await writeDeliveries(context);
    await writeShown(context);
  });
}
