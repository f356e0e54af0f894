import type { DemoWorksheets } from '../demo-plan.ts';

const rated = (probability: number, impact: number, description: string, comments?: string) => ({
  values: { probability, impact },
  texts: { description, ...(comments !== undefined && { comments }) },
});

export const risks: DemoWorksheets = {
  'R-001': rated(
    3,
    5,
    'Que se pague dos veces la misma factura, o una que nadie autorizó, porque llega por varios canales (portal, correo y físico) y se radica a mano en época de cierre.\n- En los últimos doce meses se radicaron 14.860 facturas de 402 proveedores.\n- El 11 % llegó por correo, sin pasar por el portal.',
    'El impacto se calificó alto por el valor promedio de los pagos a los diez mayores proveedores.',
  ),
  'R-002': rated(
    5,
    5,
    'Que alguien suplante a un proveedor y logre que su cuenta bancaria se cambie en el maestro, de modo que los pagos siguientes se desvíen. En el sector se conocieron **tres casos** en el último año, todos iniciados con un correo casi idéntico al del proveedor.',
    'La probabilidad subió de 3 a 5 después de confirmar que nueve cambios del semestre se pidieron desde dominios gratuitos.',
  ),
  'R-003': rated(
    3,
    3,
    'Que se comprometan recursos sin la aprobación del nivel que corresponde, o que una compra se parta en varias órdenes para no llegar a él.',
  ),
  'R-004': rated(
    3,
    3,
    'Que se reciba mercancía incompleta, dañada o distinta de la pedida y se registre como conforme, con efecto en inventarios y en el pago.',
  ),
  'R-005': rated(
    3,
    5,
    'Que la compañía se vincule o siga vinculada con contrapartes incluidas en listas vinculantes, o cuyo beneficiario final no conoce, y responda por ello ante la Superintendencia de Sociedades.',
    'Se revisó con la oficial de cumplimiento la matriz SAGRILAFT vigente.',
  ),
  'R-006': rated(
    1,
    3,
    'Que bienes y servicios recibidos antes del cierre se registren en el periodo siguiente, y los estados financieros no muestren todo lo que se debe.',
  ),
  'R-007': rated(
    5,
    3,
    'Que una misma persona pueda crear un proveedor, registrar su factura y programar su pago, porque los perfiles del ERP se asignan por copia del perfil de un compañero.',
    'Hallazgo conocido por TI desde la migración del ERP; la depuración se ha aplazado dos veces.',
  ),
  'R-008': rated(
    3,
    3,
    'Que se practiquen retenciones por un concepto, una base o una tarifa que no corresponden, con sanciones, intereses y reclamos de proveedores.',
  ),
};
