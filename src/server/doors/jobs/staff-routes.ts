import type { Pool } from 'pg'
import * as api from '#shared/api/administration/jobs.ts'
import type { Db } from '#server/platform/db/client.ts'
import type { Api } from '#server/platform/http/api.ts'
import { readJobs, repeatJob } from './staff-jobs.ts'

export function jobRoutes({ on }: Api, deps: { db: Db; pool: Pool }): void {
  on(api.staffJobs, () => readJobs(deps))
  on(api.repeatJob, ({ actor, input }) => repeatJob(deps, actor, input))
}
