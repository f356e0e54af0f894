import type { Principal } from '@cotejo/access-contracts';
import type { importCalls } from '@cotejo/audits-contracts';
import type { Handlers } from '@cotejo/http/server';
import type { WorksheetsServices } from '../worksheets-services.ts';

/** Imports of catalogues. */
export const importHandlers = ({ imports }: WorksheetsServices): Handlers<typeof importCalls, Principal> => ({
  begin: async ({ principal, query: { nombre: name, confirmar }, upload: file, repeatKey: key }) => {
    const request = { principal, file: file.path, name, confirmed: confirmar === '1', key };
    const { answer } = await imports.begin(request);
    return answer;
  },
});
