import type { DemoWorksheets } from '../demo-plan.ts';
import { pdf } from '../demo-files.ts';
import { paymentsFlowchart } from './payments-flowchart.ts';
import { purchasesFlowchart } from './purchases-flowchart.ts';

/** @param day calendar day at an offset in days from the load day */
export const otherWork = (day: (offset: number) => string): DemoWorksheets => ({
  'Entendimiento de compras': {
    hours: 12,
    texts: {
      narrative:
        'Compras atiende a tres sedes con seis compradores. La necesidad nace en el área usuaria, se cotiza con al menos tres proveedores cuando pasa de 20 millones y se formaliza con una orden en el ERP, que la lleva a quien debe aprobarla.\nCada proveedor nuevo entrega sus documentos por el portal y se consulta en listas antes de activarlo.',
      walkthrough:
        'Se siguió la compra de empaques de la orden 4500-8821 desde la requisición hasta el pago, con el comprador, el almacenista y el analista de cuentas por pagar. El proceso opera como lo describe el procedimiento, salvo que la evaluación del proveedor quedó en una hoja de cálculo.',
    },
    values: { 'walkthrough.result': 5, 'walkthrough.date': day(-54) },
    questions: [
      { text: '¿Hay un procedimiento de compras vigente y publicado?', answer: 'yes' },
      {
        text: '¿Las compras urgentes pasan por la misma aprobación?',
        answer: 'partly',
        comment: 'Se aprueban por correo y se formalizan al día siguiente.',
      },
      { text: '¿Se evalúa cada año a los proveedores críticos?', answer: 'yes' },
      {
        text: '¿Se comparan los precios pagados con los del mercado?',
        answer: 'no',
        comment: 'Solo en materias primas.',
      },
    ],
    flowchart: purchasesFlowchart,
  },
  'Entendimiento de pagos': {
    hours: 10,
    texts: {
      narrative:
        'Tesorería paga los martes y viernes con un archivo que el ERP envía al banco. El analista arma el lote, el tesorero lo aprueba y la directora financiera lo libera con token.',
      walkthrough:
        'Se siguió un lote de 64 pagos. El archivo pasa por una carpeta compartida antes de llegar al banco: se podría modificar allí.',
    },
    values: { 'walkthrough.result': 3, 'walkthrough.date': day(-52) },
    questions: [
      { text: '¿Quien arma el lote es distinto de quien lo libera?', answer: 'yes' },
      {
        text: '¿El archivo para el banco viaja cifrado?',
        answer: 'partly',
        comment: 'Desde la carpeta, sí.',
      },
      { text: '¿Se concilian los bancos cada día?', answer: 'yes' },
    ],
    flowchart: paymentsFlowchart,
  },
  'Memorando de planeación': {
    hours: 56,
    texts: {
      objective: 'Definir el alcance, los recursos y el enfoque de la auditoría.',
      evidence:
        'Memorando discutido con la dirección financiera y aprobado por la directora de auditoría. Alcance: enero a junio, tres sedes, ocho riesgos.',
      conclusion: 'Se planean 480 horas con cuatro personas.',
    },
    instructions: [
      {
        text: 'Acuerde el alcance y el calendario con los dueños del proceso.',
        option: 'conforms',
        action: 'inquired',
        evidence: 'Reunión de apertura con compras, tesorería, cumplimiento y TI.',
      },
    ],
    files: [
      {
        file: pdf('Memorando de planeación.pdf', [
          'Memorando de planeación: Compras y pagos',
          '',
          '1. Objetivo: dar seguridad sobre los controles de compras y pagos.',
          '2. Alcance: enero a junio, tres sedes.',
          '3. Riesgos: ocho, escogidos por pérdidas, cambios y hallazgos anteriores.',
          '4. Recursos: 480 horas, cuatro personas.',
        ]),
      },
    ],
    notes: [
      {
        text: 'Incluya los criterios con que se escogieron los ocho riesgos.',
        answer: 'Agregados en el numeral 3 del memorando.',
        isClosed: true,
      },
    ],
  },
  'Evaluación preliminar de riesgos': {
    hours: 14,
    texts: {
      objective: 'Escoger los riesgos que se auditan y calificarlos con los responsables.',
      evidence: 'Taller con cuatro áreas; de 21 riesgos de la matriz se escogieron ocho.',
      conclusion: 'Cuatro riesgos quedaron en alto, tres en medio y uno en bajo.',
    },
    instructions: [
      {
        text: 'Reúna la matriz corporativa, las pérdidas del año y los hallazgos anteriores.',
        option: 'conforms',
        action: 'analysed',
      },
    ],
  },
  'Revisar expedientes de proveedores nuevos': {
    hours: 12,
    texts: { objective: 'Comprobar que cada expediente tiene los documentos que pide el manual SAGRILAFT.' },
    instructions: [
      {
        text: 'Compruebe formulario, RUT, cámara de comercio, estados financieros y beneficiarios finales.',
        option: 'exception',
        action: 'inspected',
        evidence: 'Van 40 de 86; en 12 falta la declaración de beneficiarios finales.',
      },
      { text: 'Compare los socios declarados con los del registro público.' },
    ],
  },
  'Analizar órdenes fraccionadas': {
    hours: 14,
    texts: {
      objective: 'Buscar compras partidas para no llegar a un nivel de aprobación.',
      evidence: 'Se analizaron las 6.214 órdenes del año por proveedor, comprador y semana.',
      conclusion: 'Doce parejas parecían partidas; todas tuvieron la aprobación del total.',
    },
    instructions: [
      {
        text: 'Sume las órdenes al mismo proveedor en ventanas de siete días y compárelas con los límites.',
        option: 'conforms',
        action: 'analysed',
        evidence: 'La consulta y sus resultados quedan entre los adjuntos.',
      },
    ],
  },
  'Cruzar pagos con órdenes y recepciones': {
    hours: 14,
    texts: { objective: 'Encontrar pagos sin orden o sin entrada de almacén.' },
    instructions: [
      {
        text: 'Cruce el archivo de pagos del semestre con órdenes y entradas.',
        option: 'exception',
        action: 'analysed',
        evidence: '37 pagos sin entrada; 29 son servicios. Quedan ocho por aclarar.',
      },
      { text: 'Pida los soportes de los pagos sin explicación.' },
    ],
  },
  'Recorrido por la bodega central': { hours: 8 },
  'Arqueo de medios de pago': { hours: 6 },
  'Informe preliminar': { hours: 44 },
  'Discusión con los responsables': { hours: 40 },
  'Informe final': { hours: 40 },
  'Inspección de bodega': {
    hours: 14,
    values: { kind: 'inspection', frequency: '4' },
    texts: {
      objective: 'Ver cada trimestre si la bodega recibe, guarda y rechaza como dice el instructivo.',
      evidence: 'Se hicieron las visitas de los dos primeros trimestres, sin aviso.',
    },
  },
  'Orden y señalización de la zona de recibo': {
    values: {
      'period.1.result': 'complies',
      'period.1.date': day(-45),
      'period.2.result': 'complies',
      'period.2.date': day(-12),
    },
    texts: { description: 'Zonas demarcadas, pasillos libres y avisos legibles.' },
  },
  'Báscula calibrada y con certificado vigente': {
    values: {
      'period.1.result': 'complies',
      'period.1.date': day(-45),
      'period.2.result': 'fails',
      'period.2.date': day(-12),
    },
    texts: {
      description: 'Certificado de calibración de menos de un año, a la vista.',
      evidence: 'El certificado venció once días antes de la segunda visita.',
    },
  },
  'Cadena de frío de materias primas': {
    values: {
      'period.1.result': 'complies',
      'period.1.date': day(-45),
      'period.2.result': 'complies',
      'period.2.date': day(-12),
    },
    texts: { description: 'Temperatura registrada cada dos horas, entre 2 °C y 6 °C.' },
  },
  'Separación de la mercancía rechazada': {
    values: { 'period.1.result': 'not_applicable', 'period.1.date': day(-45) },
    texts: { description: 'Lo rechazado se guarda aparte, bajo llave y con el motivo.' },
  },
});
