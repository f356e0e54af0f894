import type { Principal } from '@cotejo/access-contracts';
import type { importCalls } from '@cotejo/audits-contracts';
import type { Handlers } from '@cotejo/http/server';
import type { WorksheetsServices } from '../worksheets-services.ts';

/** Imports of catalogues. */
export const importHandlers = ({ imports }: WorksheetsServices): Handlers<typeof importCalls, Principal> => ({
  begin: async ({ principal, query: { nombre: name, confirmar }, upload: file, repeatKey: key }) => {
    const { answer } = await imports.begin({ principal, file, name, confirmed: confirmar === '1', key });
    return answer;
  },
});
