import type { ExchangeHealth } from '#shared/api/staff/dashboard/waiting.ts'
import { readExchange } from '#server/doors/exchange/staff/staff-exchange.ts'
import { readStreams } from '#server/doors/exchange/staff/streams.ts'
import { readJobs } from '#server/doors/jobs/staff-jobs.ts'
import type { Db } from '#server/platform/db/client.ts'
import { findUnconfirmed } from './queries.ts'

export async function readExchangeHealth(deps: { db: Db }): Promise<Omit<ExchangeHealth, 'status'>> {
  const [{ streams }, { exchange }, { jobs }, unconfirmed] = await Promise.all([
    readStreams(deps),
    readExchange(deps),
    readJobs(deps),
    findUnconfirmed(deps.db),
  ])
  return {
    streams: streams.filter(({ at }) => at !== null),
    waiting_offers: exchange.waiting.offers,
    set_aside: exchange.set_aside.length,
    failed_jobs: jobs.filter(({ failure }) => failure !== null).length,
    unconfirmed,
  }
}
