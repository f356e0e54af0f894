import '@testing-library/jest-dom/vitest';
import { ApiError } from '@cotejo/http/client';
import { createI18n } from '@cotejo/i18n';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { UiProvider } from '../provider/ui-provider.tsx';
import { givenWorkspace } from '../testing/index.ts';
import { uiTranslations } from '../translations.ts';
import { WorkspaceProvider } from '../workspace/workspace.tsx';
import { forgetDrafts } from './drafts.ts';
import { ChoiceField, HoursField, PersonField, TextField } from './fields.tsx';
import { FormDialog } from './form-dialog.tsx';
import { FormPage } from './form-page.tsx';
import type { FormValues } from './use-call-form.ts';

const schema = z.strictObject({
  titulo: z.string().trim().min(1).max(10).optional(),
  nota: z.string().nullable().optional(),
  quien: z.string().optional(),
  peso: z.literal([1, 5]).nullable().optional(),
  horas: z.int().max(1_440).nullable().optional(),
});
const whole = schema.required({ titulo: true, quien: true });
const EMPTY: FormValues = { titulo: '', nota: null, quien: null, peso: null, horas: null };
const send = vi.fn<(values: FormValues) => Promise<void>>();
const onClose = vi.fn<() => void>();
const fields = (
  <>
    <TextField name="titulo" label="Título" isRequired />
    <TextField name="nota" label="Nota" />
    <PersonField name="quien" label="Quién" isRequired />
    <ChoiceField
      name="peso"
      label="Peso"
      options={[
        { value: 1, label: 'Leve' },
        { value: 5, label: 'Grave' },
      ]}
    />
    <HoursField name="horas" label="Horas" />
  </>
);

function show(element: React.ReactElement) {
  const workspace = givenWorkspace({
    people: async () => [
      { id: 'p1', name: 'Ana Gil', initials: 'AG', isStaff: true },
      { id: 'p2', name: 'Ivo Paz', initials: 'IP', isStaff: false },
    ],
  });
  const router = createMemoryRouter([{ path: '/', element }]);
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <UiProvider i18n={createI18n({ language: 'es', resources: [uiTranslations] })} env="test">
        <WorkspaceProvider workspace={workspace}>
          <RouterProvider router={router} />
        </WorkspaceProvider>
      </UiProvider>
    </QueryClientProvider>,
  );
}
const dialog = (part: Partial<Parameters<typeof FormDialog>[0]> = {}) => (
  <FormDialog
    {...{ title: 'Nueva', submit: 'Guardar', schema: whole, values: EMPTY, draft: 'nueva' }}
    {...{ send, onClose, children: fields }}
    {...part}
  />
);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
const title = () => screen.getByLabelText(/Título/);

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
  send.mockResolvedValue(undefined);
});

describe('a field of people who do audit work', () => {
  const staff = <PersonField name="quien" label="Quién" isRequired isStaff />;
  const offered = async (quien: string | null) => {
    show(dialog({ values: { ...EMPTY, quien }, children: staff }));
    await userEvent.click(await screen.findByRole('combobox', { name: /Quién/ }));
    await screen.findByRole('option', { name: 'Ana Gil' });
    return screen.getAllByRole('option').map((option) => option.textContent);
  };

  it('offers nobody else', async () => expect(await offered(null)).toEqual(['Ana Gil']));

  it('keeps who was chosen before', async () => expect(await offered('p2')).toContain('Ivo Paz'));
});

describe('a form in a dialog', () => {
  it('says what is missing, leads to it, and sends what the call takes', async () => {
    show(dialog());
    await save();
    await screen.findByText('Hay campos obligatorios pendientes.');
    expect(screen.getAllByText('Campo requerido.')).toHaveLength(2);
    await waitFor(() => expect(title()).toHaveFocus());
    await userEvent.type(title(), 'Sello y firma');
    expect(await screen.findByText('No puede tener más de 10 caracteres.')).toBeInTheDocument();
    await userEvent.clear(title());
    await userEvent.type(title(), 'Sello');
    await userEvent.click(screen.getByRole('combobox', { name: /Quién/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Ana Gil' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Peso' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Grave' }));
    await userEvent.type(screen.getByLabelText('Horas'), '1,5');
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(send).toHaveBeenCalledExactlyOnceWith({
      ...{ titulo: 'Sello', nota: null, quien: 'p1', peso: 5, horas: 90 },
    });
  });

  it('tells the limit of hours in hours, which are sent as minutes', async () => {
    show(dialog({ values: { ...EMPTY, titulo: 'Sello', quien: 'p1' } }));
    await userEvent.type(screen.getByLabelText('Horas'), '25');
    await save();
    expect(await screen.findByText('No pueden ser más de 24 h.')).toBeInTheDocument();
    expect(send).not.toHaveBeenCalled();
  });

  it('shows what the server refuses at its field, and the rest above the buttons', async () => {
    const values = { ...EMPTY, titulo: 'Sello', quien: 'p1' };
    send.mockRejectedValueOnce(
      new ApiError(422, { error: 'No existe.', code: 'reference_not_found', details: { campo: 'quien' } }),
    );
    show(dialog({ values }));
    await save();
    expect(await screen.findByText('No existe.')).toBeInTheDocument();
    expect(screen.getByRole('combobox', { name: /Quién/ })).toHaveAttribute('aria-invalid', 'true');
    send.mockRejectedValueOnce(new ApiError(409, { error: 'Ocupado.', code: 'record_busy' }));
    await save();
    expect(await screen.findByRole('alert')).toHaveTextContent('Ocupado.');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('sends of what is changed only that', async () => {
    const values = { ...EMPTY, titulo: 'Sello', nota: 'roja', quien: 'p1' };
    show(dialog({ values, schema, sendsChanges: true }));
    await userEvent.clear(screen.getByLabelText('Nota'));
    await save();
    await waitFor(() => expect(send).toHaveBeenCalledWith({ nota: null }));
  });

  it('asks before what was typed is given up, and keeps it for the next time until then', async () => {
    const { unmount } = show(dialog());
    await userEvent.type(title(), 'Sello');
    await waitFor(() => expect(localStorage.length).toBe(1));
    unmount();
    show(dialog());
    await screen.findByText('Se recuperó lo que había escrito y no envió.');
    expect(title()).toHaveValue('Sello');
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Seguir aquí' }));
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Descartar los cambios' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(localStorage.length).toBe(0);
  });

  it('leaves no draft of a person who has signed out', () => {
    localStorage.setItem('draft:u1:a', '{}');
    localStorage.setItem('draft:u2:a', '{}');
    forgetDrafts(localStorage, 'u1');
    expect(Object.keys(localStorage)).toEqual(['draft:u2:a']);
  });
});

it('a form on a page stays when it was sent', async () => {
  const values = { ...EMPTY, titulo: 'Sello', quien: 'p1' };
  show(
    <FormPage submit="Guardar" schema={schema} values={values} sendsChanges send={send} draft={null}>
      {fields}
    </FormPage>,
  );
  expect(screen.getByRole('button', { name: 'Guardar' })).toBeDisabled();
  await userEvent.type(title(), 's');
  await save();
  await waitFor(() => expect(send).toHaveBeenCalledWith({ titulo: 'Sellos' }));
  expect(title()).toBeInTheDocument();
});
