import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleUser, showPage } from '../shell/shell-samples.fixture.tsx';
import { GeneralSettingsPage } from './general-settings-page.tsx';

const user = sampleUser({ permissions: { 'settings.edit': 1 } });
const records = (...told: readonly object[]) => ({ '/account/public_settings/': { records: told } });

beforeEach(() => localStorage.clear());

describe("the account's general settings", () => {
  it('are Spanish and the hours of Bogotá until somebody says otherwise', async () => {
    showPage({ user, routes: [{ path: '/', element: <GeneralSettingsPage /> }], answers: records() });
    expect(await screen.findByRole('combobox', { name: 'Idioma' })).toHaveValue('Español');
    expect(screen.getByRole('combobox', { name: 'Zona horaria' })).toHaveValue('America/Bogota');
  });

  it('take another language and time zone, and ask anew who the person is', async () => {
    const refresh = vi.fn(async () => undefined);
    const { posted } = showPage({
      user,
      routes: [{ path: '/', element: <GeneralSettingsPage /> }],
      answers: records(),
      session: { refresh },
    });
    await userEvent.click(await screen.findByRole('combobox', { name: 'Idioma' }));
    await userEvent.click(await screen.findByRole('option', { name: 'English' }));
    const zone = screen.getByRole('combobox', { name: 'Zona horaria' });
    await userEvent.click(zone);
    await userEvent.clear(zone);
    await userEvent.type(zone, 'Lima{Enter}');
    expect(zone).toHaveValue('America/Lima');
    await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
    await waitFor(() => expect(refresh).toHaveBeenCalledOnce());
    expect(posted.map(({ body }) => body)).toMatchObject([
      { key: 'language', value: 'en' },
      { key: 'time_zone', value: 'America/Lima' },
    ]);
  });

  it('say what keeps them from being saved, and lead there', async () => {
    const { posted } = showPage({
      user,
      routes: [{ path: '/', element: <GeneralSettingsPage /> }],
      answers: records(),
    });
    const video = await screen.findByRole('textbox', { name: 'Video de primeros pasos' });
    await userEvent.type(video, 'http://video.example');
    expect(screen.getByText('Hay datos con errores.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
    expect(video).toHaveFocus();
    expect(posted).toEqual([]);
  });
});
