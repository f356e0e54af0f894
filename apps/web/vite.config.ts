import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown, type UserConfig } from 'vite';
import { filesAhead } from './files-ahead.ts';
import { iconFiles } from './icon-files.ts';
import { ownFonts } from './own-fonts.ts';
import { packedFiles } from './packed-files.ts';
import { pureDeclarations } from './pure-declarations.ts';
import { screenBudgets } from './screen-budgets.ts';
import { screenChunks } from './screen-chunks.ts';
import { textsByLanguage, textsGroup } from './texts-by-language.ts';

/** Address of the server behind the development proxy. */
const SERVER = process.env['COTEJO_SERVER'] ?? 'http://localhost:3000';

const HOME = '/';
const PLANS = ['/auditorias/plan/', '/evaluacion-analisis-de-riesgos/evaluacion/'];

/** Pages that users usually open first, by the first module of their chunk; `*`: every page of a signed-in user. */
const ENTRY_PAGES = {
  'application.tsx': ['*'],
  'workspace-area.tsx': ['*'],
  'home-chunk.tsx': [HOME],
  'plan-chunk.tsx': PLANS,
};
/** Pages that must not load code of others to save requests. */
const MANY_VISIT = [...Object.keys(ENTRY_PAGES), 'evaluations-chunk.tsx', 'trash-chunk.tsx'];

/** Pages that load a file of texts, by its name without the language; `entry`: every page. */
const TEXTS_OF_PAGES = { texts: ['entry'], 'texts-audits': [HOME, ...PLANS] };

const BUILD: UserConfig = {
  root: import.meta.dirname,
  plugins: [react(), ownFonts(), textsByLanguage(), pureDeclarations()],
  build: { target: 'es2023', outDir: 'dist', emptyOutDir: true },
};

/** Files by what changes and loads together; the first group that takes a module wins. */
const codeSplitting = async (): Promise<Rolldown.CodeSplittingOptions> => ({
  groups: [
    { name: textsGroup, priority: 1_002 },
    // Rarely changes and loads on every page: a file of its own stays cached across releases.
    {
      name: 'react',
      test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
      priority: 1_001,
    },
    // What the page's entry imports: no page loads without it.
    { name: 'base', tags: ['$initial'], priority: 1_000 },
    ...(await screenChunks(BUILD, MANY_VISIT)),
  ],
});

export default defineConfig(async ({ command }) => ({
  ...BUILD,
  plugins: [
    BUILD.plugins,
    filesAhead(ENTRY_PAGES, TEXTS_OF_PAGES),
    iconFiles(),
    packedFiles(),
    screenBudgets(),
  ],
  build: {
    ...BUILD.build,
    ...(command === 'build' && {
      rolldownOptions: { output: { codeSplitting: await codeSplitting() } },
    }),
  },
  server: {
    proxy: {
      '/api': SERVER,
      '/socket.io': { target: SERVER, ws: true },
      '/rooms': { target: SERVER, ws: true },
    },
  },
}));
