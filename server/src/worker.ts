import { enableCompileCache } from 'node:module';

// The entry of a worker, which the first process starts; see main.ts.
enableCompileCache();
const { startWorker } = await import('./start/start-worker.ts');
await startWorker(process.argv[2] ?? '');
