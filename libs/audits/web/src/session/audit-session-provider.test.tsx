import { act, render, screen } from '@testing-library/react';
import type { ItemId } from '@cotejo/audits-contracts';
import { memoryOutboxStore } from '@cotejo/rooms/client';
import { createStore, Provider, useAtomValue } from 'jotai';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  AuditSessionProvider,
  useAuditSession,
  useTreeRow,
  warnBeforeUnload,
} from './audit-session-provider.tsx';
import { auditSessionAtom, rowsAtom } from './session-atoms.ts';
import { item, TestAudit } from './test-audit.fixture.ts';

let audit: TestAudit;
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  audit = new TestAudit();
});
afterEach(() => void vi.useRealTimers());

const settle = () => act(() => audit.deliver([], () => vi.advanceTimersByTimeAsync(20)));

const drawn = vi.fn();
function Row({ id }: { readonly id: ItemId }) {
  const row = useTreeRow(id);
  const session = useAuditSession();
  drawn(id);
  return (
    <button onClick={() => session.act({ kind: 'rename_item', id, name: 'Cambiado' })}>
      {row?.node.name}
    </button>
  );
}

function Rows() {
  useAtomValue(rowsAtom);
  return null;
}

describe('AuditSessionProvider', () => {
  it('opens the audit once under StrictMode, shows it, and leaves it', async () => {
    const store = createStore();
    const options = audit.optionsFor(1, memoryOutboxStore());
    const page = render(
      <StrictMode>
        <Provider store={store}>
          <AuditSessionProvider audit={options} fallback="cargando">
            <Row id={item(2)} />
            <Row id={item(3)} />
            <Rows />
          </AuditSessionProvider>
        </Provider>
      </StrictMode>,
    );
    expect(page.container.textContent).toBe('cargando');
    await settle();
    expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['Compras', 'Pagos']);
    expect(audit.sockets.size).toBe(1);

    drawn.mockClear();
    act(() => screen.getByText('Compras').click());
    expect(screen.getByText('Cambiado')).toBeInTheDocument();
    expect(drawn).not.toHaveBeenCalledWith(item(3));
    await settle();
    expect(audit.state.get(item(2))?.name).toBe('Cambiado');

    page.unmount();
    await settle();
    expect(store.get(auditSessionAtom)).toBeNull();
    expect(audit.sockets.size).toBe(0);
  });
});

describe('closing the page', () => {
  const closing = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };

  it('warns only while something is unsent, and listens only then', () => {
    const listeners = new Set<() => void>();
    const outbox = { onChange: (one: () => void) => (listeners.add(one), () => listeners.delete(one)) };
    const session = { unsentCount: 0, connection: { outbox } };
    const become = (unsentCount: number) => {
      session.unsentCount = unsentCount;
      listeners.forEach((one) => one());
    };
    const listened = vi.spyOn(window, 'addEventListener');
    const stop = warnBeforeUnload(session);
    expect([closing(), listened.mock.calls.length]).toEqual([false, 0]);
    become(2);
    expect(closing()).toBe(true);
    become(1);
    expect(closing()).toBe(true);
    become(0);
    expect(closing()).toBe(false);
    become(1);
    stop();
    expect([closing(), listeners.size]).toEqual([false, 0]);
  });
});
