import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { application } from './load-application.ts';
import { provideRandomUuid } from './provide-random-uuid.ts';
import { FirstSignIn, isFirstSignIn, loadFirstSignIn } from './first-sign-in.tsx';

provideRandomUuid(crypto);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

/** The sign-in page needs a fifth of the application; it starts alone. */
async function firstPage() {
  if (isFirstSignIn(localStorage, location)) {
    await loadFirstSignIn();
    return <FirstSignIn />;
  }
  const { Application, started } = await application.load();
  await started.ready;
  return <Application {...started} />;
}

void firstPage().then((page) => createRoot(root).render(<StrictMode>{page}</StrictMode>));
