import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { filesAhead } from './files-ahead.ts';
import { iconFiles } from './icon-files.ts';
import { ownFonts } from './own-fonts.ts';
import { packedFiles } from './packed-files.ts';
import { screenBudgets } from './screen-budgets.ts';

/** Address of the server behind the development proxy. */
const SERVER = process.env['COTEJO_SERVER'] ?? 'http://localhost:3000';

/** Paths of usual entry pages, by the entry module of their chunk. */
const FILES_AHEAD = {
  'workspace-area.tsx': ['*'],
  'home-chunk.tsx': ['/'],
  'plan-chunk.tsx': ['/auditorias/plan/', '/evaluacion-analisis-de-riesgos/evaluacion/'],
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), ownFonts(), filesAhead(FILES_AHEAD), iconFiles(), packedFiles(), screenBudgets()],
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Rarely changes and loads on every page: a file of its own stays cached across releases.
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
