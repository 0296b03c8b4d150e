import { enableCompileCache } from 'node:module';

enableCompileCache();
const { startWorker } = await import('./start/start-worker.ts');
await startWorker(process.argv[2] ?? '');
