import type { MentionView } from '@cotejo/worksheets-contracts';

/** Item in lists: code and name. */
export const itemText = ({ codigo, nombre }: MentionView['item']): string =>
  codigo === null ? nombre : `${codigo} ${nombre}`;
