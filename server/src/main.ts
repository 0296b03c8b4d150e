import { enableCompileCache } from 'node:module';

// What is stripped of its types and compiled once is kept for later starts: faster, and less memory when idle.
enableCompileCache();
const { start } = await import('./start.ts');
await start();
