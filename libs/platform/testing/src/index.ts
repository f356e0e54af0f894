export { testDatabase, type TestDatabase } from './test-database.ts';
export { findChromium, type Chromium } from './find-chromium.ts';
export { launchBrowser } from './launch-browser.ts';
export { startProduct, type Product, type ProductOptions } from './start-product.ts';
