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

  // Whoever is signed in needs more than the page's first files: what the build names comes along with them.
  var ahead = document.getElementById('files-ahead');
  var token = null;
  try {
    token = localStorage.getItem('token');
  } catch {
    token = null;
  }
  for (var file of ahead && token ? ahead.textContent.split(' ').filter(Boolean) : []) {
    var link = document.createElement('link');
    // Sheets are only fetched: they take effect in the order in which their chunks are loaded.
    var isStyle = file.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }

  // Before the first schema: the page's security policy forbids the eval that zod would try.
  globalThis.__zod_globalConfig = { jitless: true };
})();
