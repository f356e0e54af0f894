import { pdf } from '../demo-files.ts';
import { evaluationOf, type DemoWorksheets } from '../demo-plan.ts';

/** @param day calendar day at an offset in days from the load day */
export const findings = (day: (offset: number) => string): DemoWorksheets => ({
  'H-01': {
    values: {
      kind: 'finding',
      findingType: 'fraud',
      impact: 5,
      lossAmount: '128500000',
      lossCurrency: 'COP',
      isRepeat: false,
      dueDate: day(60),
    },
    texts: {
      condition:
        'En 7 de 59 cambios de cuenta bancaria revisados (11,9 %) no hay constancia de que el proveedor los confirmara. En uno de ellos se pagaron **COP 128.500.000** a una cuenta que el proveedor no reconoce.',
      criterion:
        'El procedimiento de tesorería, numeral 6.3, ordena confirmar cada cambio por un canal distinto del de la solicitud, con un contacto registrado antes, y guardar el registro de la llamada.',
      cause:
        'El ERP deja guardar el cambio sin el registro de la confirmación, y quien atiende la solicitud es también quien la aplica.',
      effect:
        'Se perdieron COP 128.500.000, que la aseguradora estudia, y los pagos de los demás proveedores siguen expuestos al mismo engaño.',
      recommendation:
        'Exigir en el ERP el registro de la llamada y la aprobación de una segunda persona para activar una cuenta nueva, y retener 48 horas el primer pago.',
      response:
        'Tesorería acepta el hallazgo. La aprobación doble se configura con TI; mientras tanto el jefe firma cada cambio.',
      impact: 'Pérdida conocida de un pago; no incluye los costos de la reclamación.',
    },
    files: [
      {
        file: pdf('Carta de Empaques del Norte.pdf', [
          'Señores Frailejón Alimentos S.A.S.',
          '',
          'Informamos que la cuenta a la que dicen haber pagado no es nuestra,',
          'y que no solicitamos ningún cambio de cuenta.',
        ]),
      },
    ],
  },
  'H-02': {
    values: {
      kind: 'finding',
      findingType: 'control_operation',
      impact: 3,
      lossAmount: '36240000',
      lossCurrency: 'COP',
      isRepeat: false,
    },
    texts: {
      condition:
        'Dos de las 29 facturas revisadas se pagaron con diferencias frente a la orden o a la entrada de almacén, por COP 36.240.000 en total.',
      criterion:
        'La política de cuentas por pagar admite diferencias de hasta 2 %; las mayores se resuelven antes del pago y las libera el jefe.',
      cause:
        'Durante el cierre del trimestre la tolerancia se amplió por unas horas para evacuar facturas represadas.',
      effect: 'Se pagó más de lo pactado o recibido, y hubo que pedir notas crédito a los proveedores.',
      recommendation:
        'Quitar al área la posibilidad de cambiar la tolerancia, y revisar cada mes un informe de facturas liberadas con diferencias.',
      response: 'Aceptado y puesto en marcha: las dos notas crédito ya se recibieron.',
    },
  },
  'H-03': {
    values: { kind: 'finding', findingType: 'non_compliance', impact: 3, isRepeat: false },
    texts: {
      condition:
        '118 de los 402 expedientes de proveedores activos (29,4 %) tienen vencido al menos un documento; 31 llevan más de dos años sin actualizarse.',
      criterion:
        'El manual SAGRILAFT ordena actualizar cada año la información de las contrapartes y suspender a las que no lo hagan.',
      cause: 'Ningún cargo tiene asignada la actualización, y el ERP no avisa de los vencimientos.',
      effect:
        'La compañía no conoce hoy a los beneficiarios finales de una parte de sus proveedores y se expone a sanciones de la Superintendencia.',
      recommendation:
        'Nombrar un responsable, actualizar primero los 31 expedientes más antiguos y bloquear en el ERP a quien pase 60 días vencido.',
    },
  },
  'H-04': {
    values: { kind: 'finding', findingType: 'control_operation', impact: 1, isRepeat: true },
    texts: {
      condition:
        'Dos de 29 recepciones se registraron en el ERP dos y tres días después de recibida la mercancía. Es el mismo asunto que se informó el año pasado.',
      criterion: 'El instructivo de bodega ordena registrar la entrada el mismo día.',
      cause: 'En el turno de la noche no hay quien tenga perfil para registrar entradas.',
      effect:
        'El inventario del sistema no muestra por unos días lo que hay, y se reprograman despachos sin necesidad.',
      recommendation:
        'Dar el perfil al supervisor de la noche o registrar desde un dispositivo en el muelle.',
    },
  },
  'H-05': {
    values: { kind: 'recommendation', findingType: 'efficiency', impact: 0, isRepeat: false },
    texts: {
      condition:
        'Cada sede guarda su propia copia de la matriz de atribuciones, con nombres de cargos distintos.',
      criterion: 'El código de buen gobierno pide una sola fuente para las atribuciones.',
      cause: 'Las sedes se integraron en años distintos y cada una conservó su formato.',
      effect:
        'Consultar quién aprueba toma más tiempo del necesario; no se encontraron aprobaciones indebidas.',
      recommendation: 'Publicar una sola matriz en la intranet y retirar las copias.',
    },
  },
  'H-06': {
    values: { kind: 'finding', findingType: 'information_security', impact: 5, isRepeat: false },
    texts: {
      condition:
        '14 usuarios del ERP pueden crear proveedores y programar pagos; cuatro de ellos también liberan facturas bloqueadas.',
      criterion:
        'La matriz de funciones incompatibles, aprobada por el comité de riesgos, prohíbe que esas funciones estén en una misma persona.',
      cause:
        'Los perfiles se asignan copiando los de un compañero, y el cruce trimestral lo hace quien los asigna.',
      effect: 'Una sola persona podría crear un proveedor ficticio y pagarle sin que otro control lo impida.',
      recommendation:
        'Retirar de inmediato los perfiles de los cuatro usuarios críticos, depurar los demás en 30 días y pasar el cruce a control interno.',
    },
  },
  'PA-01': {
    values: { implementationDate: day(30) },
    texts: {
      description:
        'Bloquear en el ERP los cambios de cuenta sin confirmación, con aprobación de una segunda persona, y revisar los 318 cambios del año.',
    },
  },
  'PA-02': {
    values: { implementationDate: day(-10) },
    texts: {
      description:
        'Cerrar la tolerancia de la conciliación e informar cada mes lo que se libere con diferencias.',
    },
  },
  [evaluationOf('PA-02')]: {
    values: { evaluationDate: day(-6) },
    texts: {
      conclusion:
        'Las dos actividades se cumplieron. Se intentó ampliar la tolerancia con un usuario del área y el ERP no lo permitió; las 15 facturas liberadas con diferencias desde entonces están en el informe mensual, cada una con la firma del jefe. **El plan queda cerrado.**',
    },
  },
  'PA-03': {
    values: { implementationDate: day(45) },
    texts: { description: 'Actualizar los 118 expedientes vencidos, empezando por los 31 más antiguos.' },
  },
});
