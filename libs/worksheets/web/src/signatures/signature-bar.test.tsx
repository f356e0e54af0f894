import type { UserId } from '@cotejo/access-contracts';
import type {
  AuditId,
  AuditIntent,
  RecordType,
  Rejection,
  Signature,
  SignatureMark,
} from '@cotejo/audits-contracts';
import { writeAttachmentTarget } from '@cotejo/worksheets-contracts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Doc, XmlElement, XmlText } from 'yjs';
import { leaveUploads, openUploads } from '../attachments/uploads-atoms.ts';
import { ana, itemOf, luis, OpenWorksheet, type GivenItem } from '../host/open-worksheet.fixture.tsx';
import { SignatureBar } from './signature-bar.tsx';

/** The texts opened in this browser: their row and content. */
const texts = vi.hoisted(() => ({ now: null as unknown }));
vi.mock('../text/use-worksheet-text.ts', () => ({ useWorksheetText: () => texts.now }));

function openTexts(written: Readonly<Record<string, string>>, rows = 7) {
  const document = new Doc();
  for (const [field, words] of Object.entries(written)) {
    const paragraph = new XmlElement('paragraph');
    paragraph.insert(0, [new XmlText(words)]);
    document.getXmlFragment(field).insert(0, [paragraph]);
  }
  const connection = { rows, status: { state: 'saved' }, listen: () => () => undefined };
  texts.now = { document, connection };
  return connection;
}
beforeEach(() => {
  texts.now = null;
});

const mark = (kind: SignatureMark, by = luis, version = 4): Signature => ({
  mark: kind,
  by: by.id as UserId,
  at: '2026-11-20T14:00:00.000Z',
  version,
  content: 'a'.repeat(64),
});
const asked: AuditIntent[] = [];
const show = (
  item: GivenItem,
  answer: Rejection | null = null,
  items: Readonly<Record<number, GivenItem>> = {},
  record: RecordType = 'audit_plan',
) => {
  asked.length = 0;
  return new OpenWorksheet({
    items: { 1: item, ...items },
    record,
    request: async (intent) => {
      asked.push(intent);
      return answer;
    },
  }).show(<SignatureBar />);
};
const COMPLETE = 'Marcar completado';
const click = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const open = async (name: RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }));
  return within(await screen.findByRole('dialog'));
};

describe('the marks under a worksheet', () => {
  it('tell who signed, when, on which version, and that it stands', async () => {
    show({ type: 'step', status: 'completed', signatures: [mark('completed'), mark('completed', ana)] });
    const dialog = await open(/^Completado por Ana Ruiz y otra persona 20\/11\/2026 09:00$/);
    const [first] = dialog.getAllByRole('listitem');
    expect(first).toHaveTextContent(/Luis Paz.*v 5.*Vigente/);
    expect(dialog.getAllByRole('listitem')).toHaveLength(2);
  });

  it('are asked for on the very texts that this person saw', async () => {
    openTexts({}, 7);
    const sheet = show({ type: 'step', status: 'in_progress' });
    click(COMPLETE);
    await waitFor(() =>
      expect(asked).toEqual([{ kind: 'sign_item', id: itemOf(1), mark: 'completed', textsAt: 7 }]),
    );
    await waitFor(() => expect(sheet.said).toEqual(['Firmado: Completado']));
  });

  it('wait until what this person wrote is kept', async () => {
    const connection = openTexts({}, 7) as { rows: number; status: { state: string }; listen: unknown };
    let told: (status: { state: string }) => void = () => undefined;
    connection.status = { state: 'saving' };
    connection.listen = ({ onStatus }: { onStatus: typeof told }) => {
      told = onStatus;
      return () => undefined;
    };
    show({ type: 'step', status: 'in_progress' });
    click(COMPLETE);
    expect(asked).toEqual([]);
    connection.rows = 8;
    told({ state: 'saved' });
    await waitFor(() => expect(asked).toMatchObject([{ textsAt: 8 }]));
  });

  describe('while a file is on its way', () => {
    const audit = '00000009-0000-4000-8000-000000000001' as AuditId;
    const uploader = () => openUploads(getDefaultStore(), { api: { headers: () => ({}) }, me: ana });
    const upload = (item: number) => {
      const target = writeAttachmentTarget({ audit, item: itemOf(item), field: 'evidence' });
      return uploader().add([new File(['%PDF-1.7'], 'Acta.pdf')], target);
    };
    beforeEach(() => vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined)));
    afterEach(async () => {
      await act(() => leaveUploads(getDefaultStore()));
      vi.unstubAllGlobals();
    });

    it('to this worksheet say that it comes first, and are signed after it', async () => {
      openTexts({}, 7);
      const [id] = upload(1);
      show({ type: 'step', status: 'in_progress' });
      const dialog = await open(/^Marcar/);
      expect(dialog.getByText(/Se están subiendo archivos/)).toBeInTheDocument();
      expect(dialog.getByRole('button', { name: COMPLETE })).toBeDisabled();
      expect(asked).toEqual([]);
      await act(async () => uploader().cancel(id ?? ''));
      fireEvent.click(dialog.getByRole('button', { name: COMPLETE }));
      await waitFor(() => expect(asked).toMatchObject([{ kind: 'sign_item' }]));
    });

    it('that was refused are signed only by who was told', async () => {
      vi.stubGlobal('fetch', async () => Response.json({ error: 'No cabe', code: 'quota' }, { status: 413 }));
      openTexts({}, 7);
      upload(1);
      show({ type: 'step', status: 'in_progress' });
      await waitFor(() => expect(uploader().state()).toMatchObject([{ status: 'failed' }]));
      const dialog = await open(/^Marcar/);
      expect(
        dialog.getByText('Acta.pdf no se subió y no hace parte de lo que se firma.'),
      ).toBeInTheDocument();
      expect(asked).toEqual([]);
      fireEvent.click(dialog.getByRole('button', { name: COMPLETE }));
      await waitFor(() => expect(asked).toMatchObject([{ kind: 'sign_item' }]));
    });

    it('to another worksheet do not wait for it', async () => {
      openTexts({}, 7);
      upload(2);
      show({ type: 'step', status: 'in_progress' });
      click(COMPLETE);
      await waitFor(() => expect(asked).toMatchObject([{ kind: 'sign_item' }]));
    });
  });

  it('say in their place why the server refused', async () => {
    show({ type: 'step', status: 'in_progress' }, { code: 'changed_since' });
    click(COMPLETE);
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByRole('alert')).toHaveTextContent(/Otra persona lo cambió/);
  });

  it('are not offered to a preparer for review, nor before the work is completed', async () => {
    show({ type: 'step', status: 'completed', signatures: [mark('completed', ana)] });
    const dialog = await open(/^Revisar$/);
    expect(dialog.getByText(/no puede revisarlo/)).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: 'Revisar' })).toBeDisabled();
  });

  it('are taken back by whoever put them', async () => {
    show({ type: 'step', status: 'completed', signatures: [mark('completed', ana)] });
    const dialog = await open(/^Completado por/);
    fireEvent.click(dialog.getByRole('button', { name: 'Retirar mi firma' }));
    await waitFor(() =>
      expect(asked).toEqual([{ kind: 'withdraw_signature', id: itemOf(1), mark: 'completed' }]),
    );
  });

  it('in an ICCE audit follow the status, which the same button brings about', async () => {
    const step: GivenItem = { type: 'step', status: 'in_progress' };
    show(step, null, {}, 'icce');
    const dialog = await open(/^Marcar/);
    expect(dialog.getByText(/la firma sigue al estado/)).toBeInTheDocument();
    fireEvent.click(dialog.getByRole('button', { name: 'Pasar a «Completado» y firmar' }));
    await waitFor(() =>
      expect(asked).toEqual([{ kind: 'change_status', id: itemOf(1), from: 'in_progress', to: 'completed' }]),
    );
  });

  it('in an ICCE audit that stand are joined by those of others', async () => {
    show({ type: 'step', status: 'completed', signatures: [mark('completed')] }, null, {}, 'icce');
    const dialog = await open(/^Completado por/);
    fireEvent.click(dialog.getByRole('button', { name: COMPLETE }));
    await waitFor(() => expect(asked).toMatchObject([{ kind: 'sign_item', mark: 'completed' }]));
  });

  it.each(['action_plan', 'phase', 'survey'] as const)('are not under %s', (type) => {
    show({ type, status: type === 'action_plan' ? 'assigned' : null });
    expect(screen.queryByRole('button', { name: /completado/i })).not.toBeInTheDocument();
  });
});

describe('before a signature', () => {
  const instruction = '00000003-0000-4000-8000-000000000001';
  const placed = { [`instruction.${instruction}.place`]: 'a0' };

  it('a test says what it lacks, and leads there', async () => {
    openTexts({});
    const sheet = show({ type: 'control_test', values: placed });
    const dialog = await open(/^Marcar/);
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Falta elegir el resultado de 1 instrucción Ver',
      'Falta el procedimiento aplicado o la evidencia en 1 instrucción Ver',
    ]);
    expect(dialog.getByRole('button', { name: COMPLETE })).toBeDisabled();
    fireEvent.click(dialog.getAllByRole('button', { name: /^Ver dónde/ })[0] as HTMLElement);
    expect(sheet.tabs).toEqual(['evidencia']);
  });

  it('words of evidence are enough', async () => {
    openTexts({ [`instruction.${instruction}.evidence`]: 'Se revisaron 59 pagos.' });
    show({
      type: 'control_test',
      values: { ...placed, [`instruction.${instruction}.option`]: 'conforms' },
    });
    click(COMPLETE);
    await waitFor(() => expect(asked).toMatchObject([{ kind: 'sign_item', mark: 'completed' }]));
  });

  it('work that nobody began is not completed, and its first words are enough', async () => {
    openTexts({ evidence: '  ' });
    const sheet = show({ type: 'step', status: 'new' });
    const dialog = await open(/^Marcar/);
    expect(dialog.getByText(/Todavía no hay nada/)).toBeInTheDocument();
    expect(dialog.getByRole('button', { name: COMPLETE })).toBeDisabled();
    fireEvent.click(dialog.getByRole('button', { name: /^Ver dónde: Evidencia/ }));
    expect(sheet.tabs).toHaveLength(1);
    expect(asked).toEqual([]);
    cleanup();
    openTexts({ evidence: 'Conforme' });
    show({ type: 'step', status: 'new' });
    click(COMPLETE);
    await waitFor(() => expect(asked).toMatchObject([{ kind: 'sign_item', mark: 'completed' }]));
  });

  it('a finding names the attributes that it does not say yet', async () => {
    openTexts({ condition: 'Siete pagos sin soporte', criterion: '  ' });
    const sheet = show({ type: 'finding', status: 'not_discussed' });
    const dialog = await open(/^Marcar/);
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual(
      ['Criterio', 'Causa', 'Efecto', 'Recomendación'].map((attribute) => `${attribute} Ver`),
    );
    fireEvent.click(dialog.getByRole('button', { name: 'Ver dónde: Causa' }));
    expect(sheet.tabs).toEqual(['informacion']);
  });
});
