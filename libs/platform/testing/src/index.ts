export { copiedDatabase, type CopiedDatabase } from './copied-database.ts';
export { testDatabase, type TestDatabase } from './test-database.ts';
export { PATIENCE_MS } from './patience-ms.ts';
export { freePort } from './free-port.ts';
export { findChromium, type Chromium } from './find-chromium.ts';
export { launchBrowser } from './launch-browser.ts';
export { writtenFile } from './written-file.ts';
export { startProduct, type Product, type ProductOptions } from './start-product.ts';
