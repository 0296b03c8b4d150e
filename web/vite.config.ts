import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * Two builds come from this file: the client's (`vite build`) and the one that prerenders `/`
 * (`vite build --ssr src/prerender.tsx`), which bundles everything so that CSS imports resolve.
 */
export default defineConfig(({ isSsrBuild, command }) => ({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    rolldownOptions: isSsrBuild ? {} : { input: ['index.html', 'src/boot.ts'] },
    outDir: isSsrBuild ? 'dist/.prerender' : 'dist',
    manifest: !isSsrBuild,
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    // Where `npm run dev` put the server.
    proxy: Object.fromEntries(
      ['/api', '/_allauth'].map((prefix) => [
        prefix,
        process.env['VITRIN_SERVER'] ?? 'http://localhost:3000',
      ]),
    ),
  },
  ssr: { noExternal: command === 'build' ? true : undefined },
}));
