import type { DemoWorksheets } from '../demo-plan.ts';
import { design } from './design-values.ts';

export const controls: DemoWorksheets = {
  'C-001': {
    hours: 6,
    values: {
      isKey: true,
      isAntifraud: false,
      kind: 'preventive',
      nature: 'semi_automatic',
      frequency: 'daily',
      suggestedTests: 25,
      ...design(5, 5, 5, 5, 3, 3, 5),
    },
    texts: {
      description:
        'El ERP compara cada factura con la orden de compra y la entrada de almacén. Diferencias de más del 2 % en precio o cantidad bloquean la factura hasta que el analista de cuentas por pagar las resuelve y el jefe las libera.',
      objectives: 'Pagar solo lo que se pidió y se recibió, al precio pactado.',
      designConclusion:
        'El control está bien diseñado. Dos criterios quedan en moderado: el procedimiento no dice en cuánto tiempo se resuelve una diferencia, ni quién la libera cuando falta el jefe.',
    },
    instructions: [
      {
        text: 'Recorra una factura desde su radicación hasta el pago y compruebe dónde y contra qué se compara.',
        option: 'conforms',
        action: 'inspected',
        evidence:
          'Se siguió una factura de empaques. La tolerancia de 2 % está en la configuración y solo la cambia TI con un caso aprobado.',
      },
      {
        text: 'Intente liberar una factura bloqueada con el perfil de un analista.',
        option: 'conforms',
        action: 'reperformed',
        evidence: 'El sistema lo impidió y dejó rastro del intento.',
      },
    ],
  },
  'C-002': {
    hours: 4,
    values: {
      isKey: true,
      isAntifraud: true,
      kind: 'preventive',
      nature: 'automatic',
      frequency: 'automatic',
      suggestedTests: 1,
      ...design(5, 5, 5, 5, 5, 3, 5),
    },
    texts: {
      description:
        'El ERP rechaza una factura cuyo proveedor, número y valor ya existen. La regla quita espacios, ceros a la izquierda y guiones del número antes de comparar.',
      designConclusion:
        'Bien diseñado y automático. Conviene que los rechazos se revisen cada mes: hoy nadie los mira.',
    },
    instructions: [
      {
        text: 'Obtenga la regla configurada y pida a TI la historia de sus cambios.',
        option: 'conforms',
        action: 'inspected',
        evidence: 'Un solo cambio en dos años, con caso aprobado y probado.',
      },
    ],
  },
  'C-003': {
    hours: 6,
    values: {
      isKey: true,
      isAntifraud: true,
      kind: 'preventive',
      nature: 'manual',
      frequency: 'daily',
      suggestedTests: 25,
      ...design(5, 3, 3, 5, 3, 1, 3),
    },
    texts: {
      description:
        'Antes de cambiar la cuenta de un proveedor, tesorería llama a un contacto que ya estaba registrado y anota fecha, persona y resultado.',
      objectives: 'Que ninguna cuenta se cambie por pedido de quien no es el proveedor.',
      designConclusion:
        'Diseño moderado. La llamada es el control correcto, pero **nada impide guardar el cambio sin ella**, no hay un formato único de registro y no está dicho qué hacer cuando el contacto no responde.',
    },
    instructions: [
      {
        text: 'Pregunte a quienes hacen las llamadas cómo eligen el contacto y observe dos cambios.',
        option: 'exception',
        action: 'observed',
        evidence: 'En uno de los dos se llamó al teléfono que venía en la carta que pedía el cambio.',
      },
    ],
    notes: [
      {
        text: 'Falta el registro de la llamada en 3 de los 59 cambios: pida los soportes o déjelos como excepción.',
        field: 'designConclusion',
      },
    ],
  },
  'C-004': {
    hours: 6,
    values: {
      isKey: false,
      isAntifraud: true,
      kind: 'detective',
      nature: 'manual',
      frequency: '12',
      suggestedTests: 3,
      ...design(3, 3, 3, 5, 3, 3, 3),
    },
    texts: {
      description:
        'Cada mes el contador recibe el listado de cambios del maestro de proveedores y marca los que no reconoce.',
      designConclusion:
        'Moderado: detecta, pero el listado sale de la misma área que hace los cambios y no trae la cuenta anterior.',
    },
    instructions: [
      {
        text: 'Obtenga el último listado y compárelo con la bitácora del ERP.',
        option: 'conforms',
        action: 'analysed',
        evidence: 'Los 41 cambios de la bitácora están en el listado.',
      },
    ],
  },
  'C-005': {
    hours: 6,
    values: {
      isKey: true,
      isAntifraud: false,
      kind: 'preventive',
      nature: 'automatic',
      frequency: 'daily',
      suggestedTests: 25,
      ...design(5, 5, 5, 5, 5, 3, 3),
    },
    texts: {
      description:
        'El flujo de aprobación del ERP lleva cada orden al nivel que dice la matriz de atribuciones, según su valor acumulado por proveedor y mes.',
      designConclusion: 'Fuerte. El acumulado por mes cierra el paso a las órdenes fraccionadas.',
    },
    instructions: [
      {
        text: 'Compare la matriz aprobada por la junta con la configurada en el ERP.',
        option: 'conforms',
        action: 'inspected',
        evidence: 'Coinciden los seis niveles en las tres sedes.',
      },
    ],
    notes: [
      {
        text: 'Deje dicho con qué acta se aprobó la matriz que comparó.',
        answer: 'Agregada: acta 118 de la junta directiva.',
        isClosed: true,
      },
    ],
  },
  'C-006': {
    hours: 4,
    values: {
      isKey: true,
      isAntifraud: false,
      kind: 'preventive',
      nature: 'manual',
      frequency: 'daily',
      suggestedTests: 25,
      ...design(5, 3, 3, 5, 3, 3, 1),
    },
    texts: {
      description:
        'El auxiliar de bodega cuenta sin ver la cantidad pedida y la escribe en la planilla; el supervisor la compara con la orden antes de dar entrada.',
      designConclusion:
        'Moderado: en la planilla no queda la hora del conteo, y por eso no se puede saber si fue anterior a la entrada.',
    },
    instructions: [
      {
        text: 'Observe tres recepciones y pida las planillas del día.',
        option: 'conforms',
        action: 'observed',
        evidence: 'Los tres conteos se hicieron a ciegas.',
      },
    ],
  },
  'C-007': {
    hours: 6,
    values: {
      isKey: true,
      isAntifraud: false,
      kind: 'preventive',
      nature: 'semi_automatic',
      frequency: 'daily',
      suggestedTests: 25,
      ...design(5, 5, 5, 5, 3, 3, 3),
    },
    texts: {
      description:
        'Antes de vincular a un proveedor, compras consulta en listas a la sociedad, sus representantes y beneficiarios finales, y la oficial de cumplimiento aprueba o rechaza las coincidencias.',
      designConclusion: 'Fuerte: sin la consulta el proveedor no se puede activar en el ERP.',
    },
    instructions: [
      {
        text: 'Intente activar un proveedor de prueba sin la consulta.',
        option: 'conforms',
        action: 'reperformed',
        evidence: 'El ERP exige el número de la consulta y comprueba que exista.',
      },
    ],
  },
  'C-008': {
    hours: 6,
    values: {
      isKey: false,
      isAntifraud: false,
      kind: 'detective',
      nature: 'manual',
      frequency: '1',
      suggestedTests: 1,
      ...design(3, 1, 3, 1, 1, 1, 1),
    },
    texts: {
      description: 'Cada año compras pide a los proveedores activos que actualicen sus documentos.',
      designConclusion:
        'Débil: nadie responde por ella, no hay fecha de corte ni consecuencia para quien no actualiza. No se prueba su operación.',
    },
    instructions: [
      {
        text: 'Pregunte quién hace la actualización y qué pasa con los expedientes vencidos.',
        option: 'exception',
        action: 'inquired',
        evidence: 'Compras y cumplimiento creen que la hace la otra área.',
      },
    ],
  },
  'C-009': {
    hours: 4,
    values: {
      isKey: true,
      isAntifraud: false,
      kind: 'detective',
      nature: 'manual',
      frequency: '12',
      suggestedTests: 3,
      ...design(5, 3, 3, 3, 3, 3, 3),
    },
    texts: {
      description:
        'Al cierre, contabilidad causa las entradas de almacén sin factura y los servicios que cada área informa como prestados.',
      designConclusion: 'Moderado: depende de que las áreas informen, y no todas lo hacen por escrito.',
    },
    instructions: [
      {
        text: 'Revise el correo con que se piden los servicios pendientes y las respuestas del último cierre.',
        option: 'conforms',
        action: 'inspected',
        evidence: 'Respondieron 11 de 13 áreas; las otras dos no tuvieron servicios.',
      },
    ],
  },
  'C-010': {
    hours: 8,
    values: {
      isKey: true,
      isAntifraud: true,
      kind: 'preventive',
      nature: 'manual',
      frequency: '4',
      suggestedTests: 2,
      ...design(5, 3, 1, 3, 3, 3, 3),
    },
    texts: {
      description:
        'Cada trimestre TI cruza los perfiles asignados con la matriz de funciones incompatibles y avisa a los jefes.',
      designConclusion:
        'Moderado, preliminar: quien hace el cruce también asigna los perfiles. Falta probar que opera.',
    },
    instructions: [
      {
        text: 'Obtenga la matriz vigente y confirme con los dueños de proceso que está completa.',
        option: 'conforms',
        action: 'confirmed',
        evidence: 'Confirmada por compras y tesorería; contabilidad pidió agregar dos pares.',
      },
    ],
    notes: [
      {
        text: '¿La matriz incluye los perfiles genéricos de la interfaz bancaria?',
        field: 'description',
        answer: 'No los incluye. Los agrego a la población de PV-10 antes de probar.',
      },
    ],
  },
  'C-011': {
    hours: 4,
    values: {
      isKey: true,
      isAntifraud: false,
      kind: 'preventive',
      nature: 'automatic',
      frequency: 'automatic',
      suggestedTests: 1,
      ...design(5, 5, 5, 5, 3, 5, 5),
    },
    texts: {
      description:
        'Cada concepto de compra tiene en el ERP su retención, base y tarifa; impuestos los revisa en enero y cuando cambia la norma.',
      designConclusion: 'Fuerte: los cambios piden dos firmas y quedan en la bitácora.',
    },
    instructions: [
      {
        text: 'Compare las tarifas configuradas con las vigentes de la DIAN.',
        option: 'conforms',
        action: 'recalculated',
        evidence: 'Coinciden los 38 conceptos en uso.',
      },
    ],
  },
};
