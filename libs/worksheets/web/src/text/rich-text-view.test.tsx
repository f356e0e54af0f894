import { render, screen } from '@testing-library/react';
import { createI18n } from '@cotejo/i18n';
import { UiProvider, uiTranslations } from '@cotejo/ui';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { worksheetsTranslations } from '../translations.ts';
import { RichTextView } from './rich-text-view.tsx';
import { TextDiff } from './text-diff.tsx';
import { TextStatusLine } from './text-status.tsx';

const i18n = createI18n({ resources: [uiTranslations, worksheetsTranslations] });
const show = (part: ReactNode) => render(<UiProvider i18n={i18n}>{part}</UiProvider>).container;
const text = (words: string, ...marks: readonly object[]) => ({ type: 'text', text: words, marks });
const paragraph = (...content: readonly object[]) => ({ type: 'paragraph', content });
const doc = (...content: readonly unknown[]) => ({ type: 'doc', content });

describe('a text to read', () => {
  it('has what its editor shows', () => {
    show(
      <RichTextView
        body={doc(
          { type: 'heading', attrs: { level: 3 }, content: [text('Alcance')] },
          {
            type: 'bulletList',
            content: [{ type: 'listItem', content: [paragraph(text('Pagos', { type: 'bold' }))] }],
          },
          {
            type: 'table',
            content: [
              {
                type: 'tableRow',
                content: [
                  { type: 'tableHeader', attrs: { colspan: 2 }, content: [paragraph(text('Total'))] },
                ],
              },
            ],
          },
          paragraph(
            { type: 'mention', attrs: { id: 'u', label: 'Ana', mentionSuggestionChar: '@' } },
            { type: 'mention', attrs: { id: 'footed', label: 'Σ', mentionSuggestionChar: '✓' } },
            text('aquí', { type: 'link', attrs: { href: 'https://ejemplo.com' } }),
          ),
        )}
      />,
    );
    expect(screen.getByRole('heading', { level: 3 })).toHaveTextContent('Alcance');
    expect(screen.getByRole('listitem')).toHaveTextContent('Pagos');
    expect(screen.getByRole('columnheader')).toHaveAttribute('colspan', '2');
    expect(screen.getByText('@Ana')).toBeInTheDocument();
    expect(screen.getByText('Σ')).toBeInTheDocument();
    expect(screen.getByRole('link')).toHaveAttribute('href', 'https://ejemplo.com');
  });

  it('runs nothing and follows no address of another kind', () => {
    const page = show(
      <RichTextView
        body={doc(
          paragraph(
            text('<img src=x onerror=alert(1)>'),
            text('aquí', { type: 'link', attrs: { href: 'javascript:alert(1)' } }),
          ),
          { type: 'image', attrs: { src: 'http://a/b.png', attachment: '7', alt: 'foto' } },
          { type: 'script', content: [paragraph(text('x()'))] },
        )}
      />,
    );
    expect(page.querySelector('img, script, a')).toBeNull();
    expect(page).toHaveTextContent('<img src=x onerror=alert(1)>aquí');
    expect(page).toHaveTextContent('foto');
  });

  it('shows the image of an attachment once it is there', async () => {
    show(
      <RichTextView
        body={doc({ type: 'image', attrs: { attachment: '7', alt: 'foto' } })}
        loadImage={async (id) => (id === '7' ? 'blob:siete' : null)}
      />,
    );
    expect(await screen.findByAltText('foto')).toHaveAttribute('src', 'blob:siete');
  });

  it.each([[null], [{}], [doc()], ['text'], [{ type: 'doc', content: 'x' }]])('%j is empty', (body) => {
    expect(show(<RichTextView body={body} />)).toHaveTextContent('Sin texto');
  });

  it('passes over what is malformed, however deep it goes', () => {
    let deep: object = paragraph(text('hondo'));
    for (let level = 0; level < 500; level++) deep = { type: 'blockquote', content: [deep] };
    const page = show(
      <RichTextView body={doc(7, null, { content: [] }, paragraph(text('Uno'), { type: 3 }), deep)} />,
    );
    expect(page).toHaveTextContent('Uno');
  });
});

describe('what a revision changed', () => {
  it('is said in words, too', () => {
    const page = show(
      <TextDiff
        lines={[
          [
            { signo: 'igual', texto: 'Se revisa ' },
            { signo: 'menos', texto: 'cada mes' },
            { signo: 'mas', texto: 'cada semana' },
          ],
        ]}
      />,
    );
    expect(page.querySelector('del')).toHaveTextContent('Quitado: cada mes');
    expect(page.querySelector('ins')).toHaveTextContent('Agregado: cada semana');
  });
  it('is nothing when all lines are the same', () => {
    expect(show(<TextDiff lines={[[{ signo: 'igual', texto: 'Uno' }]]} />)).toHaveTextContent('Sin cambios');
  });
});

describe('what became of what was written', () => {
  it.each([
    [{ state: 'saved' }, 'Guardado'],
    [{ state: 'saving' }, 'Guardando…'],
    [{ state: 'readonly' }, 'Solo lectura'],
    [{ state: 'offline', unsent: false, kept: true }, 'Sin conexión'],
    [
      { state: 'offline', unsent: true, kept: true },
      'Sin conexión: lo escrito está a salvo en este navegador',
    ],
    [
      { state: 'offline', unsent: true, kept: false },
      'Sin conexión: lo escrito se pierde si cierra esta página',
    ],
    [
      { state: 'offline', unsent: false, kept: true, isBusy: true },
      'Tiene demasiado abierto a la vez (4429): cierre otras hojas o pestañas',
    ],
    [
      { state: 'offline', unsent: true, kept: true, isBusy: true },
      'lo escrito está a salvo en este navegador',
    ],
    [{ state: 'failed', reason: 'unreadable' }, 'No se pudo leer este texto: no escriba hasta que vuelva'],
  ] as const)('%j', (status, words) => {
    show(<TextStatusLine status={status} />);
    expect(screen.getByRole('status')).toHaveTextContent(words);
  });
});
