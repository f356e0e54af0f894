import type { DemoWorksheets } from '../demo-plan.ts';
import { barsPng, pdf, xlsx } from '../demo-files.ts';
import type { DemoInstruction, DemoWorksheet } from '../demo-worksheet.ts';

interface Sample {
  readonly confidence: '90' | '95';
  readonly tolerable: number;
  readonly population: number;
  readonly n: number;
  readonly exceptions: number;
  readonly execution: 1 | 3 | 5;
}

/** A test of attributes without expected deviations. */
const attributes = (
  hours: number,
  { confidence, tolerable, population, n, exceptions, execution }: Sample,
  texts: Readonly<Record<string, string>>,
  instructions: readonly DemoInstruction[],
): DemoWorksheet => ({
  hours,
  values: {
    kind: 'audit_test',
    method: 'attributes',
    confidence,
    tolerableRate: tolerable,
    expectedRate: 0,
    population,
    sampleSize: n,
    exceptions,
    execution,
  },
  texts,
  instructions,
});

export const controlTests: DemoWorksheets = {
  'PV-01': {
    ...attributes(
      18,
      { confidence: '95', tolerable: 10, population: 14_860, n: 29, exceptions: 2, execution: 3 },
      {
        objective: 'Comprobar que ninguna factura se pagó con diferencias sin resolver.',
        scope: 'Facturas con orden de compra pagadas en los últimos seis meses; 29 tomadas al azar.',
        conclusion:
          '2 de 29 facturas (6,9 %) se pagaron con diferencias. La tasa no pasa de la tolerable, pero su límite superior es de 20,2 %: **deficiente**.',
      },
      [
        {
          text: 'Reejecute la comparación de precio y cantidad de cada factura de la muestra.',
          option: 'exception',
          action: 'reperformed',
          evidence:
            '| Factura | Diferencia | Liberada por |\n| FE-20418 | 7,4 % en precio | Nadie |\n| FE-21007 | 120 unidades | Analista |\nLas otras 27 coinciden o fueron liberadas por el jefe.',
        },
        {
          text: 'Para las diferencias, obtenga quién liberó y con qué soporte.',
          option: 'exception',
          action: 'inspected',
          evidence: 'En los dos casos la tolerancia se amplió por unas horas durante el cierre.',
        },
      ],
    ),
    notes: [
      {
        text: 'Indique de dónde salió la población y cómo comprobó que está completa.',
        field: 'scope',
        answer: 'Del auxiliar de proveedores; el total cuadra con el mayor al cierre del semestre.',
        isClosed: true,
      },
    ],
  },
  'PV-02': {
    ...attributes(
      10,
      { confidence: '90', tolerable: 10, population: 22, n: 22, exceptions: 0, execution: 5 },
      {
        objective: 'Comprobar que el bloqueo rechaza facturas repetidas, también con el número disfrazado.',
        scope: '22 cargas en el ambiente de pruebas, copia del de producción.',
        conclusion: 'El ERP rechazó las 22. **Efectivo.**',
      },
      [
        {
          text: 'Cargue facturas repetidas: iguales, con espacios, con ceros y con guiones.',
          option: 'conforms',
          action: 'reperformed',
          evidence: 'Cuatro variantes, 22 rechazos; se guardó la pantalla de cada uno.',
        },
      ],
    ),
    files: [{ file: barsPng('Rechazos por variante.png', [6, 5, 6, 5]), instruction: 0 }],
  },
  'PV-03': {
    ...attributes(
      12,
      { confidence: '95', tolerable: 5, population: 318, n: 59, exceptions: 7, execution: 1 },
      {
        objective: 'Comprobar que cada cambio de cuenta se confirmó con un contacto registrado antes.',
        scope: 'Cambios de cuenta de los últimos doce meses; 59 de 318.',
        conclusion:
          '7 de 59 cambios (11,9 %) no tienen confirmación; el límite superior es de 21,1 %, frente a 5 % tolerable. **Inefectivo.**',
      },
      [
        {
          text: 'Reejecute la confirmación: obtenga el registro de la llamada de cada cambio.',
          option: 'exception',
          action: 'reperformed',
          evidence:
            'Siete sin registro de llamada:\n- Cuatro se pidieron por correo y se aplicaron el mismo día.\n- Dos se confirmaron con el teléfono que traía la solicitud.\n- Uno fue pedido por el comprador.',
        },
        {
          text: 'Confirme con los siete proveedores que la cuenta actual es suya.',
          option: 'exception',
          action: 'confirmed',
          evidence: 'Seis confirmaron. El séptimo no reconoce la cuenta: ver H-01.',
        },
      ],
    ),
    files: [
      {
        file: xlsx('Cambios sin confirmación.xlsx', [
          ['Cambio', 'Proveedor', 'Valor pagado', 'Solicitud'],
          ['CB-0117', 'Empaques del Norte', 128500000, 'Correo'],
          ['CB-0131', 'Transportes La Sabana', 18240000, 'Correo'],
          ['CB-0164', 'Químicos Andinos', 9310000, 'Correo'],
          ['CB-0188', 'Servicios Altiplano', 4120000, 'Correo'],
          ['CB-0203', 'Frutas del Valle', 22600000, 'Carta'],
          ['CB-0241', 'Lácteos San Jorge', 31450000, 'Carta'],
          ['CB-0296', 'Papelería Central', 1980000, 'Comprador'],
        ]),
        instruction: 0,
      },
      {
        file: pdf('Respuestas de proveedores.pdf', [
          'Confirmación de cuentas bancarias',
          '',
          'Se escribió a los siete proveedores sin registro de llamada.',
          'Seis confirmaron que la cuenta actual es suya.',
          'Empaques del Norte no reconoce la cuenta a la que se le pagó.',
        ]),
        instruction: 1,
      },
    ],
  },
  'PV-04': {
    hours: 10,
    values: {
      kind: 'inspection',
      method: 'judgemental',
      population: 12,
      sampleSize: 5,
      exceptions: 1,
      execution: 3,
    },
    texts: {
      objective: 'Comprobar que la revisión mensual se hizo y que se siguieron los cambios marcados.',
      scope: 'Cinco meses escogidos, entre ellos los dos con más cambios.',
      conclusion: 'En un mes la revisión se firmó 47 días después. **Deficiente.**',
    },
    instructions: [
      {
        text: 'Obtenga los listados firmados de los cinco meses y compare la fecha con el cierre.',
        option: 'exception',
        action: 'inspected',
        evidence: 'Mayo se firmó en julio; los otros cuatro, antes del día 10 del mes siguiente.',
      },
    ],
  },
  'PV-05': attributes(
    20,
    { confidence: '95', tolerable: 5, population: 6_214, n: 59, exceptions: 0, execution: 5 },
    {
      objective: 'Comprobar que cada orden fue aprobada por el nivel que le corresponde.',
      scope: 'Órdenes de compra de los últimos doce meses en las tres sedes.',
      conclusion: 'Las 59 órdenes tienen la aprobación debida. **Efectivo.**',
    },
    [
      {
        text: 'Compare quién aprobó cada orden con la matriz vigente ese día.',
        option: 'conforms',
        action: 'inspected',
        evidence: 'Sin diferencias. Tres órdenes subieron de nivel por el acumulado del mes.',
      },
      {
        text: 'Busque órdenes al mismo proveedor en días seguidos por debajo de un límite.',
        option: 'conforms',
        action: 'analysed',
        evidence: 'Doce parejas; en todas el flujo pidió la aprobación del total.',
      },
    ],
  ),
  'PV-06': attributes(
    14,
    { confidence: '95', tolerable: 10, population: 2_930, n: 29, exceptions: 2, execution: 3 },
    {
      objective: 'Comprobar que lo recibido se cuenta antes de dar entrada.',
      scope: '29 recepciones, seis de ellas observadas sin aviso.',
      conclusion: 'En 2 de 29 la entrada se registró después de 24 horas. **Deficiente.**',
    },
    [
      {
        text: 'Observe el conteo y repítalo sobre la mercancía recibida.',
        option: 'conforms',
        action: 'observed',
        evidence: 'Los seis reconteos coincidieron con la planilla.',
      },
      {
        text: 'Compare la hora de la planilla con la de la entrada en el ERP.',
        option: 'exception',
        action: 'inspected',
        evidence: 'Dos entradas se hicieron a los dos y tres días: ver H-04.',
      },
    ],
  ),
  'PV-07': {
    ...attributes(
      16,
      { confidence: '95', tolerable: 10, population: 86, n: 29, exceptions: 2, execution: 3 },
      {
        objective: 'Comprobar que cada proveedor nuevo fue consultado en listas antes de su primera orden.',
        scope: '29 de los 86 proveedores vinculados en el año.',
        conclusion: 'En 2 de 29 faltó consultar a un beneficiario final. **Deficiente.**',
      },
      [
        {
          text: 'Reejecute la consulta de la sociedad, sus representantes y beneficiarios finales.',
          option: 'exception',
          action: 'reperformed',
          evidence: 'Sin coincidencias; en dos expedientes no se consultó a quien tiene más del 5 %.',
        },
      ],
    ),
    notes: [
      {
        text: 'Amplíe la muestra a los proveedores vinculados en el segundo semestre y adjunte la consulta de cada lista.',
        field: 'scope',
        answer:
          'Ampliada con nueve del segundo semestre, sin excepciones nuevas; faltan dos soportes por adjuntar.',
      },
    ],
  },
  'PV-08': attributes(
    10,
    { confidence: '95', tolerable: 10, population: 640, n: 29, exceptions: 0, execution: 5 },
    {
      objective: 'Comprobar que lo recibido antes del cierre quedó causado en el periodo.',
      scope: 'Facturas registradas en los 20 días siguientes al cierre.',
      conclusion: 'Las 29 corresponden al periodo en que se registraron o estaban causadas. **Efectivo.**',
    },
    [
      {
        text: 'Compare la fecha de la entrada o del servicio con el periodo del registro.',
        option: 'conforms',
        action: 'inspected',
        evidence: 'Once estaban causadas como pendientes y se cruzaron al llegar la factura.',
      },
    ],
  ),
  'PV-09': attributes(
    12,
    { confidence: '90', tolerable: 10, population: 9_180, n: 22, exceptions: 0, execution: 5 },
    {
      objective: 'Comprobar que la retención practicada es la que corresponde al concepto.',
      scope: '22 pagos, dos por cada uno de los once conceptos de mayor valor.',
      conclusion: 'Sin diferencias. **Efectivo.**',
    },
    [
      {
        text: 'Recalcule base, tarifa y retención de cada pago.',
        option: 'conforms',
        action: 'recalculated',
        evidence: 'Diferencia total de 14 pesos, por redondeo.',
      },
    ],
  ),
  'PV-10': { hours: 14 },
};
