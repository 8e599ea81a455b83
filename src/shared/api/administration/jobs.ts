import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { nothing, success } from '../wire.ts'

const job = z.object({
  name: z.string(),
  title: z.string(),
  /** When it runs, in Russian. */
  schedule: z.string(),
  running: z.boolean(),
  /** Waits to be run again after a failure. */
  retrying: z.boolean(),
  /** End of its last run without error; null = none within the last week. */
  done_at: z.nullable(z.string()),
  /** Runs since then that failed after all retries; null = none. */
  failure: z.nullable(
    z.object({
      at: z.string(),
      runs: z.number(),
      /** The reason in Russian. */
      message: z.string(),
    }),
  ),
})
export type StaffJob = z.output<typeof job>

const reply = z.object({ ...success, jobs: z.array(job) })
const path = '/api/staff/jobs/'
const right = 'staff.settings'

export const staffJobs = endpoint({
  verb: 'GET',
  path,
  right,
  summary: 'Scheduled jobs: their last runs and failures, failed ones first',
  input: nothing,
  reply,
})

export const repeatJob = endpoint({
  verb: 'POST',
  path,
  method: 'repeat',
  right,
  summary: 'Run the last failed run of a job again',
  input: z.object({ name: z.string().check(z.minLength(1), z.maxLength(100)) }),
  reply,
})
