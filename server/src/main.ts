import { enableCompileCache } from 'node:module';

// Keeps compiled code for later starts, which saves time and idle memory.
enableCompileCache();
const { start } = await import('./start/start.ts');
await start();
