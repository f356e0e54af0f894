import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Application } from './application.tsx';
import { start } from './start.ts';
import { provideRandomUuid } from './provide-random-uuid.ts';

provideRandomUuid(crypto);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const started = start();
void started.ready.then(() =>
  createRoot(root).render(
    <StrictMode>
      <Application {...started} />
    </StrictMode>,
  ),
);
