import { refuse, t } from './say.mjs';

/** Imported first by every script for users. The minimum version is that of `engines` in package.json. */
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) refuse(t('node.too_old', { version: process.versions.node }));
