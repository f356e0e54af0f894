import { drawFlowchart } from './draw-flowchart.ts';

/** Purchasing process, from the need to the order. */
export const purchasesFlowchart = drawFlowchart(
  ['Área usuaria', 'Comprador', 'ERP', 'Aprobador'],
  [
    ['start', 0, 0, 'Necesidad de compra'],
    ['document', 0, 1, 'Requisición'],
    ['decision', 1, 1, '¿Pasa de 20 millones?'],
    ['activity', 1, 2, 'Cotiza con tres proveedores'],
    ['decision', 1, 3, '¿El proveedor es nuevo?'],
    ['control', 2, 3, 'C-007 Consulta en listas'],
    ['activity', 1, 4, 'Elabora la orden de compra'],
    ['system', 2, 4, 'Envía la orden según la matriz'],
    ['control', 3, 4, 'C-005 Aprobación por matriz'],
    ['risk', 3, 3, 'Compra partida para no llegar al nivel'],
    ['end', 3, 5, 'Orden enviada al proveedor'],
  ],
  [
    [0, 1],
    [1, 2],
    [2, 3, 'Sí'],
    [2, 4, 'No'],
    [3, 4],
    [4, 5, 'Sí'],
    [4, 6, 'No'],
    [5, 6],
    [6, 7],
    [7, 8],
    [9, 8],
    [8, 10],
  ],
);
