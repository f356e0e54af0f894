import { ErrorBoundary, CrashReporterProvider } from '@cotejo/ui';
import { ApiError } from '@cotejo/http/client';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useCrashReporter } from './crash-report.ts';
import { sampleUser, showPage } from './shell/shell-samples.fixture.tsx';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

function Crashing({ fault }: { readonly fault: unknown }): never {
  throw fault;
}

function Page({ fault }: { readonly fault: unknown }) {
  return (
    <CrashReporterProvider value={useCrashReporter()}>
      <ErrorBoundary>
        <Crashing fault={fault} />
      </ErrorBoundary>
    </CrashReporterProvider>
  );
}

const show = (fault: unknown) =>
  showPage({ user: sampleUser(), routes: [{ path: '/', element: <Page fault={fault} /> }] });

describe('a page that crashes', () => {
  it("shows 'Ha ocurrido un error' and reports it, even where the report fails", async () => {
    const { posted } = show(new Error('x is undefined'));
    expect(screen.getByRole('alert')).toHaveTextContent('Ha ocurrido un error');
    await waitFor(() => expect(posted).toHaveLength(1));
    expect(posted[0]?.path).toBe('/sys/error_report/');
    expect(posted[0]?.body).toMatchObject({
      user: sampleUser().id,
      errorInfo: expect.stringContaining('Crashing'),
    });
  });

  it.each([
    ['for want of an answer', ApiError.network(new TypeError('Failed to fetch'))],
    ['for a 400', new ApiError(400, { error: 'no', code: 'invalid_request' })],
  ])('%s shows it and reports nothing', (_, fault) => {
    const { posted } = show(fault);
    expect(screen.getByRole('alert')).toHaveTextContent('Ha ocurrido un error');
    expect(posted).toEqual([]);
  });
});
