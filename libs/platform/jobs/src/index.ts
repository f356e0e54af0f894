export { grantJobs, installJobs } from './install-jobs.ts';
export { JobRunner, type DeadJob, type Job, type JobRunnerOptions } from './job-runner.ts';
