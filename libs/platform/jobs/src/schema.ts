export const SCHEMA = 'jobs';
/** Queue of jobs that failed as often as they are tried; their data names the job. */
export const DEAD = 'dead';
/** pg-boss hands scheduled jobs over by it. */
export const SEND_IT = '__pgboss__send-it';
