import { allowance, certificate, responsible } from '@cotejo/directory-contracts';
import type { DemoScene } from '@cotejo/record/server';

const MANAGER = 'claudia.restrepo';
const LEADER = 'andres.murcia';
const AUDITOR = 'laura.pineda';

/** Responsible people of the demo account, fictional: name, job, area, user name of the copy's address. */
const PEOPLE: readonly (readonly [name: string, job: string, area: string, copyTo?: string])[] = [
  ['Marta Suárez', 'Jefa de compras', 'Compras'],
  ['Julián Ocampo', 'Tesorero', 'Tesorería'],
  ['Diana Vélez', 'Oficial de cumplimiento', 'Cumplimiento'],
  ['Felipe Rincón', 'Jefe de TI', 'Tecnología'],
  ['Adriana Quintero', 'Jefa de nómina', 'Talento humano', 'gloria.mejia'],
  ['Camilo Arango', 'Coordinador de inventarios', 'Logística', 'ricardo.toro'],
  ['Gloria Mejía', 'Gerente de talento humano', 'Talento humano'],
  ['Ricardo Toro', 'Gerente de operaciones', 'Operaciones'],
  ['Natalia Ospina', 'Contadora', 'Contabilidad', 'sergio.lozano'],
  ['Sergio Lozano', 'Gerente financiero', 'Finanzas'],
  ['Paola Giraldo', 'Jefa de calidad', 'Calidad'],
  ['Esteban Rojas', 'Jefe de planta', 'Producción', 'ricardo.toro'],
];
const addressOf = (username: string): string => `${username}@frailejon.example`;
/** `Marta Suárez` → `marta.suarez`. */
const usernameOf = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '.');

/** Directory, certificates and allowances of the demo account. */
export async function demoDirectory({ act, audit, day, person, upload }: DemoScene): Promise<void> {
  for (const [name, job, area, copyTo] of PEOPLE) {
    await act(`responsible ${usernameOf(name)}`, MANAGER, responsible, 'create', {
      ...{ name, job, area, email: addressOf(usernameOf(name)) },
      ...(copyTo !== undefined && { copyTo: addressOf(copyTo) }),
    });
  }
  const certify = (step: string, by: string, more: Readonly<Record<string, unknown>>) =>
    act(`certificate ${step}`, by, certificate, 'create', { holder: person(by), ...more });
  await certify('cia', LEADER, {
    ...{ name: 'Certified Internal Auditor', issuer: 'The Institute of Internal Auditors' },
    ...{ date: day(-700), until: day(30) },
  });
  await certify('sampling', AUDITOR, {
    ...{ name: 'Muestreo en auditoría', issuer: 'Universidad de los Andes' },
    ...{ date: day(-200), hours: 24 * 60 },
    file: await upload(
      'certificate sampling',
      AUDITOR,
      { of: certificate, field: 'file' },
      {
        name: 'Certificado de muestreo.pdf',
        lines: [
          'Universidad de los Andes',
          '',
          'Certifica que Laura Pineda cursó',
          'Muestreo en auditoría, 24 horas.',
        ],
      },
    ),
  });
  await certify('iso', AUDITOR, {
    ...{ name: 'Auditor interno ISO 37301', issuer: 'Icontec' },
    ...{ date: day(-1_200), hours: 40 * 60, until: day(-105) },
  });
  const grant = (step: string, to: string, more: Readonly<Record<string, unknown>>) =>
    act(`allowance ${step}`, LEADER, allowance, 'create', {
      ...{ holder: person(to), audit: audit('004') },
      ...more,
    });
  await grant('flight', AUDITOR, {
    ...{ concept: 'transport', amount: 640_000, firstDay: day(-30), lastDay: day(-28) },
    note: 'Visita a la planta de Rionegro.',
  });
  await grant('hotel', AUDITOR, {
    concept: 'lodging',
    amount: 520_000,
    firstDay: day(-30),
    lastDay: day(-28),
  });
  await grant('meals', 'oscar.benitez', { concept: 'meals', amount: 180_000, firstDay: day(-29) });
}
