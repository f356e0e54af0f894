import { filesTranslations } from '@cotejo/files/protocol';
import { worksheetsTranslations } from '../translations.ts';

/** Words of attachments, and of why a file is refused: the tray of uploads is there on every page. */
export const attachmentsTranslations = [worksheetsTranslations, filesTranslations];
