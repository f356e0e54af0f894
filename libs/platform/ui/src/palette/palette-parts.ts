export { KeysHelpDialog } from './keys-help-dialog.tsx';
export { PaletteDialog } from './palette-dialog.tsx';
