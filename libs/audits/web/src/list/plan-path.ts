/** Where an audit's plan is. */
export const planPath = (audit: string): string => `/auditorias/plan/?auditoria-id=${audit}`;

/** The same, with an item opened beside it. */
export const itemPath = (audit: string, item: string): string =>
  `${planPath(audit)}&hoja-id=${encodeURIComponent(item)}`;
