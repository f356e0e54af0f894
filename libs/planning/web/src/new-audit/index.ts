export { usePlannedAudits } from './use-planned-audits.ts';
