import { drawFlowchart } from './draw-flowchart.ts';

/** Payment process, from the batch to the bank. */
export const paymentsFlowchart = drawFlowchart(
  ['Analista', 'ERP', 'Tesorero', 'Directora financiera'],
  [
    ['start', 0, 0, 'Facturas por vencer'],
    ['activity', 0, 1, 'Arma el lote de pagos'],
    ['system', 1, 1, 'Propone facturas libres de bloqueo'],
    ['control', 1, 2, 'C-002 Bloqueo de duplicados'],
    ['decision', 2, 2, '¿El lote cuadra con el flujo de caja?'],
    ['activity', 2, 3, 'Aprueba el lote'],
    ['document', 1, 3, 'Archivo para el banco'],
    ['risk', 1, 4, 'Se puede modificar en la carpeta compartida'],
    ['activity', 3, 3, 'Libera con token'],
    ['end', 3, 4, 'Pago hecho'],
  ],
  [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 5, 'Sí'],
    [4, 1, 'No'],
    [5, 6],
    [6, 7],
    [6, 8],
    [8, 9],
  ],
);
