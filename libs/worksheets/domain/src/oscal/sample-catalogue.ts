/**
 * A small catalogue for tests and for the browser test's upload: two groups, a nested group, an enhancement,
 * a withdrawn control, chosen and open parameters, and leaves under a lead-in.
 */
export const sampleCatalogue = {
  catalog: {
    uuid: '3f0d9f5e-6a55-4a0e-9f5a-0f6b7c1d2e3f',
    metadata: { title: 'Controles de pagos', version: '2.0', 'oscal-version': '1.1.2' },
    params: [{ id: 'plazo', label: 'plazo definido', values: ['30 días'] }],
    groups: [
      {
        id: 'pg',
        title: 'Pagos',
        controls: [
          {
            id: 'pg-1',
            title: 'Doble aprobación',
            links: [{ href: '#norma', rel: 'reference' }],
            params: [
              { id: 'pg-1_monto', label: 'monto definido por la entidad' },
              {
                id: 'pg-1_quien',
                select: {
                  'how-many': 'one-or-more',
                  choice: ['gerente', 'jefe de {{ insert: param, pg-1_area }}'],
                },
              },
              { id: 'pg-1_area', label: 'área' },
            ],
            props: [
              { name: 'label', value: 'PG-01', class: 'zero-padded' },
              { name: 'label', value: 'PG-1' },
            ],
            parts: [
              {
                name: 'statement',
                prose: 'La entidad:',
                parts: [
                  {
                    name: 'item',
                    props: [{ name: 'label', value: 'a.' }],
                    prose: 'Aprueba con dos firmas los pagos desde {{ insert: param, pg-1_monto }} ; y',
                  },
                  {
                    name: 'item',
                    props: [{ name: 'label', value: 'b.' }],
                    prose: 'Asigna la segunda firma a {{ insert: param, pg-1_quien }}.',
                  },
                ],
              },
              {
                name: 'guidance',
                prose: 'Dos firmas distintas, también con {{ insert: param, plazo }}.',
                links: [{ href: '#anexo' }],
              },
              {
                name: 'assessment-objective',
                props: [{ name: 'label', value: 'PG-1' }],
                parts: [
                  {
                    name: 'assessment-objective',
                    props: [{ name: 'label', value: 'PG-1a' }],
                    prose: 'los pagos con dos firmas:',
                    parts: [
                      {
                        name: 'assessment-objective',
                        props: [{ name: 'label', value: 'PG-1a[1]' }],
                        prose: 'se identifican;',
                      },
                      {
                        name: 'assessment-objective',
                        props: [{ name: 'label', value: 'PG-1a[2]' }],
                        prose: 'se revisan cada {{ insert: param, plazo }}.',
                      },
                    ],
                  },
                  {
                    name: 'assessment-objective',
                    props: [{ name: 'label', value: 'PG-1b' }],
                    prose: 'existe un segundo firmante.',
                  },
                ],
              },
            ],
            controls: [
              {
                id: 'pg-1.1',
                title: 'Bloqueo automático',
                props: [{ name: 'label', value: 'PG-1(1)' }],
                parts: [{ name: 'statement', prose: 'El sistema bloquea según {{ insert: param, nadie }}.' }],
              },
            ],
          },
          { id: 'pg-2', title: 'Retirado', props: [{ name: 'status', value: 'withdrawn' }] },
        ],
        groups: [{ title: 'Caja menor', controls: [{ id: 'cm-1', title: 'Arqueo' }] }],
      },
      {
        title: 'Compras',
        parts: [{ name: 'overview', prose: 'De compras.' }],
        controls: [{ id: 'co-1', title: 'Tres cotizaciones' }],
      },
    ],
    'back-matter': { resources: [{ uuid: '7d1f0f1c-5a52-4a36-b1c3-2f6f5f0f7c11', title: 'Anexo' }] },
  },
};
