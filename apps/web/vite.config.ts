import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { filesAhead } from './files-ahead.ts';
import { packedFiles } from './packed-files.ts';

/** Where the development server finds the running server. */
const SERVER = process.env['COTEJO_SERVER'] ?? 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), filesAhead(['workspace-area.tsx', 'audit-chunk.tsx']), packedFiles()],
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Changes seldom and loads on every page: its own file stays in caches across releases.
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ }],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': SERVER,
      '/socket.io': { target: SERVER, ws: true },
      '/rooms': { target: SERVER, ws: true },
    },
  },
});
