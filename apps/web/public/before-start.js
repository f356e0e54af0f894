(function () {
  // Before the first paint, so that a dark page never flashes white. Reads what the theme stores.
  var chosen = null;
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    chosen = null;
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // Before the first schema: the page's security policy forbids the eval that zod would try.
  globalThis.__zod_globalConfig = { jitless: true };
})();
