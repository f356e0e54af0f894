import { shellCalls, type ShellSettings } from '@cotejo/access-contracts';
import { useSession } from '@cotejo/access-web';
import { perform } from '@cotejo/http/client';
import { useQuery } from '@tanstack/react-query';
import { useIsIdle } from './use-is-idle.ts';

/** What holds where nobody says otherwise: nothing from elsewhere. */
const NOTHING: ShellSettings = {
  development: false,
  chat: { script: null, second_script: null },
  telemetry: false,
  methods: ['password'],
};

/** What the installation says of itself; asked once. */
export function useShellSettings(): ShellSettings {
  const { api } = useSession();
  const { data } = useQuery({
    queryKey: ['shell-settings'],
    queryFn: ({ signal }) => perform(api, shellCalls.settings, {}, { signal }),
    staleTime: Infinity,
    enabled: useIsIdle(),
  });
  return data ?? NOTHING;
}
