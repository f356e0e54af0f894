import { shellCalls } from '@cotejo/access-contracts';
import { telemetryId } from '@cotejo/access-domain';
import { useSession } from '@cotejo/access-web';
import { perform } from '@cotejo/http/client';
import { API_BASE } from '@cotejo/http/contracts';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useShellSettings } from '../shell/shell-settings.ts';
import { createTelemetry, type Telemetry } from './telemetry.ts';

const EVERY_MS = 15_000;

/** Collects usage data if the installation enables it. */
export function useTelemetry(user: string): void {
  const { telemetry: isOn } = useShellSettings();
  const { api } = useSession();
  const { pathname } = useLocation();
  const [told] = useState(() =>
    createTelemetry({
      storage: sessionStorage,
      now: () => new Date(),
      newId: () => crypto.randomUUID(),
      send: (batch) => perform(api, shellCalls.telemetry, { body: { ...batch, user: telemetryId(user) } }),
    }),
  );
  useEffect(() => (isOn ? listen(told) : undefined), [isOn, told]);
  useEffect(() => {
    if (isOn) told.view(pathname);
  }, [isOn, told, pathname]);
}

function listen(told: Telemetry): () => void {
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceResourceTiming)) continue;
      const { pathname, origin } = new URL(entry.name);
      const isCall = origin === location.origin && pathname.startsWith(`${API_BASE}/`);
      // Telemetry requests are not measured.
      if (isCall && !pathname.endsWith(shellCalls.telemetry.path))
        told.call(pathname, entry.duration, entry.responseStatus || null);
    }
  });
  observer.observe({ type: 'resource' });
  const timer = setInterval(() => void told.flush(), EVERY_MS);
  const leave = () => void (document.visibilityState === 'hidden' && told.flush());
  document.addEventListener('visibilitychange', leave);
  return () => {
    observer.disconnect();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', leave);
    void told.flush();
  };
}
