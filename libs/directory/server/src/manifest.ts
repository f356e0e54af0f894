import { allowanceErrors, certificateErrors, responsibleErrors } from '@cotejo/directory-contracts';
import { allowanceRules, certificateRules, responsibleRules } from '@cotejo/directory-domain';
import { serve, serverContext } from '@cotejo/record/server';
import { demoDirectory } from './demo-directory.ts';

export const directoryContext = serverContext('directory', {
  records: [
    serve(responsibleRules, { errors: responsibleErrors, since: 1_770_320_000_000, version: 1 }),
    serve(certificateRules, {
      ...{ errors: certificateErrors, since: 1_770_330_000_000, version: 2 },
      added: [{ since: 1_797_600_002_000, fields: ['file'] }],
    }),
    serve(allowanceRules, { errors: allowanceErrors, since: 1_770_340_000_000, version: 1 }),
  ],
  demo: demoDirectory,
});
