(function () {
  // Runs before the first paint, so that a dark page never flashes white. Reads the key that the theme
  // stores.
  var chosen = null;
  try {
    chosen = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    chosen = null;
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // Preloads the files that the build lists for the page, in parallel with the entry files.
  var ahead = document.getElementById('files-ahead');
  var token = null;
  var language = 'es';
  try {
    token = localStorage.getItem('token');
    language = localStorage.getItem('language') === 'en' ? 'en' : 'es';
  } catch {
    token = null;
  }
  /** @type {Set<string>} */
  var files = new Set();
  for (var line of ahead ? ahead.textContent.split('\n') : []) {
    var [page, spoken, ...needed] = line.trim().split(' ');
    var isShown = page === 'entry' || (token && (page === '*' || page === location.pathname));
    if (isShown && (spoken === '*' || spoken === language)) for (var name of needed) files.add(name);
  }
  for (var file of files) {
    var link = document.createElement('link');
    // Style sheets are only preloaded: they must apply in the order in which their chunks load.
    var isStyle = file.endsWith('.css');
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    link.href = file;
    document.head.append(link);
  }

  // Set before the first schema: the content security policy forbids the eval that zod would try.
  globalThis.__zod_globalConfig = { jitless: true };
})();
