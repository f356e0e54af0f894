import type { DemoItem } from './demo-plan.ts';

const LAURA = 'laura.pineda';
const OSCAR = 'oscar.benitez';
const ANDRES = 'andres.murcia';

/** Name from which the ids of its items are derived. */
export const PURCHASES_AND_PAYMENTS = 'compras y pagos';

/**
 * "Compras y pagos" on the load day: 42 counted items, of which 18 reviewed, 9 completed, 2 with a review
 * note, 7 in progress, 4 assigned and 2 new: 71.8 %.
 */
export const purchasesAndPayments: readonly DemoItem[] = [
  {
    type: 'phase',
    name: 'Planeación',
    items: [
      { type: 'understanding', name: 'Entendimiento de compras', who: LAURA, status: 'reviewed' },
      { type: 'understanding', name: 'Entendimiento de pagos', who: OSCAR, status: 'reviewed' },
      { type: 'step', name: 'Memorando de planeación', who: ANDRES, status: 'reviewed' },
      { type: 'step', name: 'Evaluación preliminar de riesgos', who: LAURA, status: 'reviewed' },
    ],
  },
  {
    type: 'phase',
    name: 'Ejecución',
    items: [
      {
        type: 'macroprocess',
        name: 'Abastecimiento',
        items: [
          {
            type: 'process',
            name: 'Selección de proveedores',
            items: [
              {
                type: 'risk',
                code: 'R-005',
                name: 'Debida diligencia SAGRILAFT',
                who: LAURA,
                status: 'completed',
                items: [
                  {
                    type: 'control',
                    code: 'C-007',
                    name: 'Consulta en listas al vincular',
                    who: LAURA,
                    status: 'completed',
                    items: [
                      {
                        type: 'control_test',
                        code: 'PV-07',
                        name: 'Reejecución de consultas en listas',
                        who: LAURA,
                        status: 'review_note',
                      },
                    ],
                  },
                  {
                    type: 'control',
                    code: 'C-008',
                    name: 'Actualización anual de expedientes',
                    who: LAURA,
                    status: 'completed',
                    items: [
                      {
                        type: 'finding',
                        code: 'H-03',
                        name: '118 de 402 expedientes vencidos',
                        status: 'completed',
                        treatment: 'action_plan',
                        plan: { code: 'PA-03', who: 'diana.velez', status: 'assigned' },
                      },
                    ],
                  },
                ],
              },
              {
                type: 'step',
                name: 'Revisar expedientes de proveedores nuevos',
                who: LAURA,
                status: 'in_progress',
              },
            ],
          },
          {
            type: 'process',
            name: 'Compras',
            items: [
              {
                type: 'risk',
                code: 'R-003',
                name: 'Compras fuera de atribuciones',
                who: LAURA,
                status: 'reviewed',
                items: [
                  {
                    type: 'control',
                    code: 'C-005',
                    name: 'Aprobación por matriz de atribuciones',
                    who: LAURA,
                    status: 'reviewed',
                    items: [
                      {
                        type: 'control_test',
                        code: 'PV-05',
                        name: 'Órdenes de compra contra la matriz',
                        who: LAURA,
                        status: 'reviewed',
                      },
                    ],
                  },
                ],
              },
              {
                type: 'finding',
                code: 'H-05',
                name: 'Unificar la matriz de atribuciones entre sedes',
                status: 'reviewed',
                treatment: 'none',
              },
              { type: 'step', name: 'Analizar órdenes fraccionadas', who: LAURA, status: 'completed' },
            ],
          },
          {
            type: 'process',
            name: 'Recepción',
            items: [
              {
                type: 'risk',
                code: 'R-004',
                name: 'Recepción no conforme',
                who: OSCAR,
                status: 'reviewed',
                items: [
                  {
                    type: 'control',
                    code: 'C-006',
                    name: 'Conteo ciego en la recepción',
                    who: OSCAR,
                    status: 'reviewed',
                    items: [
                      {
                        type: 'control_test',
                        code: 'PV-06',
                        name: 'Observación y reconteo de recepciones',
                        who: OSCAR,
                        status: 'completed',
                      },
                      {
                        type: 'finding',
                        code: 'H-04',
                        name: 'Recepciones registradas tarde',
                        status: 'completed',
                        treatment: 'action_plan',
                        plan: { code: 'PA-05', status: 'new' },
                      },
                    ],
                  },
                ],
              },
              {
                type: 'inspection',
                name: 'Inspección de bodega',
                who: OSCAR,
                status: 'in_progress',
                items: [
                  { type: 'inspection_item', name: 'Orden y señalización de la zona de recibo', who: OSCAR },
                  {
                    type: 'inspection_item',
                    name: 'Báscula calibrada y con certificado vigente',
                    who: OSCAR,
                  },
                  { type: 'inspection_item', name: 'Cadena de frío de materias primas', who: OSCAR },
                  { type: 'inspection_item', name: 'Separación de la mercancía rechazada', who: OSCAR },
                ],
              },
              { type: 'step', name: 'Recorrido por la bodega central', who: OSCAR, status: 'assigned' },
            ],
          },
          {
            type: 'process',
            name: 'Cuentas por pagar',
            items: [
              {
                type: 'risk',
                code: 'R-001',
                name: 'Pagos duplicados o no autorizados',
                who: ANDRES,
                status: 'completed',
                items: [
                  {
                    type: 'control',
                    code: 'C-001',
                    name: 'Conciliación de tres vías',
                    who: LAURA,
                    status: 'reviewed',
                    items: [
                      {
                        type: 'control_test',
                        code: 'PV-01',
                        name: 'Reejecución de la conciliación',
                        who: LAURA,
                        status: 'reviewed',
                      },
                      {
                        type: 'finding',
                        code: 'H-02',
                        name: 'Diferencias en la conciliación de tres vías',
                        status: 'completed',
                        treatment: 'action_plan',
                        plan: { code: 'PA-02', who: 'marta.suarez', status: 'evaluated' },
                      },
                    ],
                  },
                  {
                    type: 'control',
                    code: 'C-002',
                    name: 'Bloqueo de duplicados en el ERP',
                    who: LAURA,
                    status: 'reviewed',
                    items: [
                      {
                        type: 'control_test',
                        code: 'PV-02',
                        name: 'Carga de facturas repetidas',
                        who: OSCAR,
                        status: 'reviewed',
                      },
                    ],
                  },
                ],
              },
              {
                type: 'risk',
                code: 'R-006',
                name: 'Corte contable',
                who: LAURA,
                status: 'reviewed',
                items: [
                  {
                    type: 'control',
                    code: 'C-009',
                    name: 'Causación de facturas pendientes al cierre',
                    who: LAURA,
                    status: 'reviewed',
                    items: [
                      {
                        type: 'control_test',
                        code: 'PV-08',
                        name: 'Facturas posteriores al cierre',
                        who: LAURA,
                        status: 'reviewed',
                      },
                    ],
                  },
                ],
              },
              {
                type: 'risk',
                code: 'R-008',
                name: 'Retenciones DIAN',
                who: OSCAR,
                status: 'reviewed',
                items: [
                  {
                    type: 'control',
                    code: 'C-011',
                    name: 'Parámetros de retención en el ERP',
                    who: OSCAR,
                    status: 'reviewed',
                    items: [
                      {
                        type: 'control_test',
                        code: 'PV-09',
                        name: 'Recálculo de retenciones',
                        who: OSCAR,
                        status: 'completed',
                      },
                    ],
                  },
                ],
              },
              {
                type: 'step',
                name: 'Cruzar pagos con órdenes y recepciones',
                who: LAURA,
                status: 'in_progress',
              },
            ],
          },
          {
            type: 'process',
            name: 'Tesorería',
            items: [
              {
                type: 'risk',
                code: 'R-002',
                name: 'Cambio fraudulento de cuenta bancaria',
                who: LAURA,
                status: 'in_progress',
                items: [
                  {
                    type: 'control',
                    code: 'C-003',
                    name: 'Confirmación por canal alterno',
                    who: LAURA,
                    status: 'review_note',
                    items: [
                      {
                        type: 'control_test',
                        code: 'PV-03',
                        name: 'Reejecución de 59 cambios',
                        who: LAURA,
                        status: 'completed',
                      },
                      {
                        type: 'finding',
                        code: 'H-01',
                        name: 'Cuentas cambiadas sin confirmación',
                        status: 'completed',
                        treatment: 'action_plan',
                        plan: { code: 'PA-01', who: 'julian.ocampo', status: 'in_progress' },
                      },
                    ],
                  },
                  {
                    type: 'control',
                    code: 'C-004',
                    name: 'Revisión mensual de maestros',
                    who: OSCAR,
                    status: 'in_progress',
                    items: [
                      {
                        type: 'control_test',
                        code: 'PV-04',
                        name: 'Revisiones de cinco meses',
                        who: OSCAR,
                        status: 'completed',
                      },
                    ],
                  },
                ],
              },
              {
                type: 'risk',
                code: 'R-007',
                name: 'Segregación de funciones en el ERP',
                who: OSCAR,
                status: 'in_progress',
                items: [
                  {
                    type: 'control',
                    code: 'C-010',
                    name: 'Matriz de perfiles incompatibles',
                    who: OSCAR,
                    status: 'in_progress',
                    items: [
                      {
                        type: 'control_test',
                        code: 'PV-10',
                        name: 'Cruce de perfiles asignados',
                        who: OSCAR,
                        status: 'assigned',
                      },
                      {
                        type: 'finding',
                        code: 'H-06',
                        name: '14 usuarios con funciones en conflicto',
                        status: 'not_discussed',
                      },
                    ],
                  },
                ],
              },
              { type: 'step', name: 'Arqueo de medios de pago', who: OSCAR, status: 'assigned' },
            ],
          },
        ],
      },
    ],
  },
  {
    type: 'phase',
    name: 'Informe',
    items: [
      { type: 'step', name: 'Informe preliminar', who: ANDRES, status: 'assigned' },
      { type: 'step', name: 'Discusión con los responsables' },
      { type: 'step', name: 'Informe final' },
    ],
  },
];
