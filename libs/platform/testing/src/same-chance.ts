import { configureGlobal } from 'fast-check';

/**
 * Fixed seed for property tests: every run on every machine tries the same values, so that a change does not fail for
 * an unrelated counterexample. `PROPERTY_SEED=7 npm test` tries others; a failure prints its seed.
 */
configureGlobal({ seed: Number(process.env['PROPERTY_SEED'] ?? 20_261_121) });
