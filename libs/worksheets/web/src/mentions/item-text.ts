import type { MentionView } from '@cotejo/worksheets-contracts';

/** An item as lists name it: its code and its name. */
export const itemText = ({ codigo, nombre }: MentionView['item']): string =>
  codigo === null ? nombre : `${codigo} ${nombre}`;
