import { setTimeout as pause } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { businessTimeZone } from '#shared/constants.ts'
import type { Config } from '#server/platform/startup/config.ts'
import type { Db } from '#server/platform/db/client.ts'
import { resetVisitors } from '#server/doors/visitors/reset.ts'
import { purgeExchange } from '#server/doors/exchange/purge.ts'
import { reportLateStreams } from '#server/doors/exchange/staff/streams.ts'
import { purgeOldResets } from '#server/customers/accounts/reminder/reset.ts'
import { deleteOldAttempts } from '#server/customers/accounts/shared-queries-attempts.ts'
import { notifyExpiringPowersOfAttorney } from '#server/customers/consignees/expiry.ts'
import { deleteExpiredActings } from '#server/platform/sessions/shared-queries-acting.ts'
import { deleteExpiredSessions } from '#server/platform/sessions/shared-queries-sessions.ts'
import { prunePriceHistory } from '#server/catalogue/card/price-history.ts'
import { purgeSearchLog } from '#server/catalogue/search-log/read.ts'
import { composeDigests } from '#server/platform/mail/digests.ts'
import { sendMails } from '#server/platform/mail/send.ts'
import { sendWebPushes } from '#server/platform/web-push/send.ts'
import { purgeChatFiles } from '#server/aftersale/chat/files.ts'
import { returnPostponedChats } from '#server/aftersale/chat/return-postponed.ts'
import { purgeClaimFiles } from '#server/aftersale/claims/files.ts'
import { buildActs } from '#server/buying/acts/build.ts'
import { runDueDrafts } from '#server/buying/drafts/run-schedules.ts'
import { remindDebts } from '#server/buying/finances/remind-debts.ts'
import { purgeRemovedDrafts } from '#server/buying/drafts/service.ts'
import { notifyArrivals } from '#server/catalogue/lists/arrivals.ts'
import { readLetterHead } from '#server/customers/firm/service.ts'
import { cancelExpired, purgeOldKeys } from '#server/buying/orders/change/change-state.ts'
import { applyConditionsOfToday } from '#server/catalogue/conditions/apply.ts'
import { applyRatesOfToday } from '#server/catalogue/currencies/rates.ts'
import { applyOffersOfToday } from '#server/catalogue/showcase/offers.ts'
import { purgeOldBasketKeys } from '#server/buying/uploads/cart.ts'
import { purgeStaffEdits } from '#server/buying/basket/staff-edits.ts'
import { purgePictures } from '#server/catalogue/pictures/purge.ts'
import { purgeDocuments } from '#server/catalogue/presentation/purge-documents.ts'
import { purgePriceLists } from '#server/catalogue/price-lists/purge.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { failureReason } from './failure-reason.ts'
import { purgePersonalData } from './purge-personal-data.ts'
import { reportFailedJobs } from './report-failures.ts'

type Deps = { db: Db; files: FileStore; log: Logger; config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'baseUrl'> }

export type Job = { name: string; title: string; cron: string; run: (deps: Deps) => Promise<unknown> }

/** Scheduled work, in Moscow time: one process runs each job, and failures are retried. */
export const jobs: readonly Job[] = [
  {
    name: 'tell-arrivals',
    title: 'Оповещения о поступлении товаров',
    cron: '* * * * *',
    run: (deps) => notifyArrivals(deps),
  },
  {
    name: 'tell-all-arrivals',
    title: 'Повторная проверка поступлений',
    cron: '5-55/10 * * * *',
    run: (deps) => notifyArrivals(deps, { all: true }),
  },
  // Also at midnight, when offers start and end.
  { name: 'apply-offers', title: 'Цены по акциям', cron: '*/10 * * * *', run: applyOffersOfToday },
  // Also at midnight, when rates begin.
  { name: 'apply-rates', title: 'Цены по курсам валют', cron: '*/10 * * * *', run: applyRatesOfToday },
  // Also at midnight, when conditions begin and end.
  { name: 'apply-conditions', title: 'Цены по условиям договоров', cron: '*/10 * * * *', run: applyConditionsOfToday },
  { name: 'build-acts', title: 'Акты сверки', cron: '* * * * *', run: buildActs },
  {
    name: 'cancel-unpaid-orders',
    title: 'Отмена неоплаченных заказов',
    cron: '*/10 * * * *',
    run: (deps) => cancelExpired(deps, { now: new Date() }),
  },
  // Only by day, because owners of templates are notified.
  {
    name: 'run-draft-schedules',
    title: 'Заказы по расписанию',
    cron: '*/10 8-20 * * *',
    run: (deps) => runDueDrafts(deps, { now: new Date() }),
  },
  {
    name: 'tell-expiring-attorneys',
    title: 'Напоминания о доверенностях',
    cron: '5 9 * * *',
    run: (deps) => notifyExpiringPowersOfAttorney(deps, { now: new Date() }),
  },
  // Several times a day, so that debts imported late are included the same day.
  {
    name: 'remind-debts',
    title: 'Напоминания об оплате',
    cron: '10 9-17 * * *',
    run: (deps) => remindDebts(deps, { now: new Date() }),
  },
  { name: 'forget-removed-drafts', title: 'Очистка удалённых черновиков', cron: '29 3 * * *', run: purgeRemovedDrafts },
  {
    name: 'return-postponed-chats',
    title: 'Возврат отложенных чатов',
    cron: '* * * * *',
    run: (deps) => returnPostponedChats(deps),
  },
  { name: 'gather-mail', title: 'Сводки писем', cron: '* * * * *', run: composeDigests },
  {
    name: 'send-mail',
    title: 'Отправка писем',
    cron: '* * * * *',
    run: (deps) => sendMails({ ...deps, readLetterHead: () => readLetterHead(deps) }),
  },
  {
    name: 'send-web-push',
    title: 'Отправка уведомлений в браузер',
    cron: '* * * * *',
    run: (deps) => sendWebPushes(deps),
  },
  { name: 'forget-order-keys', title: 'Очистка ключей заказов', cron: '17 * * * *', run: purgeOldKeys },
  { name: 'forget-basket-keys', title: 'Очистка ключей корзин', cron: '19 * * * *', run: purgeOldBasketKeys },
  { name: 'forget-basket-edits', title: 'Очистка правок в корзинах', cron: '23 4 * * *', run: purgeStaffEdits },
  {
    name: 'forget-sessions',
    title: 'Очистка завершённых сеансов',
    cron: '37 * * * *',
    run: ({ db }) => deleteExpiredSessions(db),
  },
  {
    name: 'end-actings',
    title: 'Завершение работы за покупателя',
    cron: '*/5 * * * *',
    run: ({ db }) => deleteExpiredActings(db),
  },
  {
    name: 'forget-attempts',
    title: 'Очистка попыток входа',
    cron: '38 * * * *',
    run: ({ db }) => deleteOldAttempts(db),
  },
  { name: 'forget-password-resets', title: 'Очистка ссылок на новый пароль', cron: '39 * * * *', run: purgeOldResets },
  { name: 'prune-price-history', title: 'Очистка истории цен', cron: '42 3 * * *', run: prunePriceHistory },
  { name: 'forget-searches', title: 'Очистка журнала поисков', cron: '44 3 * * *', run: purgeSearchLog },
  { name: 'purge-price-lists', title: 'Очистка прайс-листов', cron: '43 * * * *', run: purgePriceLists },
  { name: 'purge-pictures', title: 'Очистка картинок', cron: '51 * * * *', run: purgePictures },
  { name: 'purge-documents', title: 'Очистка документов товаров', cron: '53 * * * *', run: purgeDocuments },
  { name: 'purge-claim-files', title: 'Очистка файлов рекламаций', cron: '55 * * * *', run: purgeClaimFiles },
  { name: 'purge-chat-files', title: 'Очистка файлов чата', cron: '57 * * * *', run: (deps) => purgeChatFiles(deps) },
  {
    name: 'purge-personal-data',
    title: 'Сроки хранения данных',
    cron: '45 3 * * *',
    run: (deps) => purgePersonalData(deps),
  },
  { name: 'reset-visitors', title: 'Сброс демо-режима', cron: '40 3 * * *', run: resetVisitors },
  { name: 'report-failed-jobs', title: 'Проверка заданий', cron: '* * * * *', run: (deps) => reportFailures(deps) },
  {
    name: 'report-late-data',
    title: 'Проверка свежести данных 1С',
    cron: '*/5 * * * *',
    run: (deps) => reportLateStreams(deps),
  },
  { name: 'purge-exchange', title: 'Очистка журнала обмена', cron: '12 3 * * *', run: purgeExchange },
]

function reportFailures(deps: Deps): Promise<number> {
  return reportFailedJobs(deps, jobs)
}

/** Jobs of earlier versions, whose schedules are removed. */
const removedJobs = [
  'forget-mail',
  'forget-notifications',
  'forget-registrations',
  'erase-deleted-people',
  'purge-audit',
  'end-keeping-terms',
]

const restartDelayMs = 5000
const stopTimeoutMs = 5000
const pollSeconds = 2

/** When failed and abandoned runs are taken again. */
export type JobTiming = {
  /** A process that misses heartbeats for so long has died in the middle of its run. */
  heartbeatSeconds: number
  /** Interval of looking for such runs. */
  superviseSeconds: number
  retryDelaySeconds: number
}
const usualTiming: JobTiming = { heartbeatSeconds: 60, superviseSeconds: 20, retryDelaySeconds: 60 }

/**
 * Starts the jobs without blocking the server; an unavailable database only delays them. pg-boss keeps its tables in
 * the schema `pgboss`, which ensures that one process runs each job.
 */
export function startJobs(
  url: string,
  deps: Deps,
  list: readonly Job[] = jobs,
  timing = usualTiming,
): { ready: Promise<void>; stop: () => Promise<void> } {
  let boss: PgBoss | undefined
  const stopping = new AbortController()
  const ready = start()

  async function start(): Promise<void> {
    while (!stopping.signal.aborted) {
      const newBoss = new PgBoss({
        connectionString: url,
        max: 2,
        connectionTimeoutMillis: 2000,
        superviseIntervalSeconds: timing.superviseSeconds,
        monitorIntervalSeconds: timing.superviseSeconds,
      })
      newBoss.on('error', (error) => deps.log.warn({ err: toError(error) }, 'job queue'))
      try {
        await newBoss.start()
        for (const job of list) await scheduleJob(newBoss, job, { deps, timing })
        for (const name of removedJobs) await newBoss.unschedule(name)
        boss = newBoss
        return
      } catch (error) {
        deps.log.warn({ err: error }, 'jobs did not start, trying again')
        await newBoss.stop({ graceful: false }).catch(() => undefined)
        await pause(restartDelayMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
  }

  return {
    ready,
    async stop() {
      stopping.abort()
      await ready
      await boss?.stop({ graceful: true, timeout: stopTimeoutMs }).catch(() => undefined)
    },
  }
}

/** pg-boss emits copies of errors as plain objects with the message, the code and the stack. */
function toError(emitted: unknown): unknown {
  if (emitted instanceof Error || typeof emitted !== 'object' || emitted === null) return emitted
  const { message } = emitted as { message?: unknown }
  return Object.assign(new Error(typeof message === 'string' ? message : ''), emitted)
}

async function scheduleJob(
  boss: PgBoss,
  { name, cron, run }: Job,
  { deps, timing: { heartbeatSeconds, retryDelaySeconds } }: { deps: Deps; timing: JobTiming },
): Promise<void> {
  await boss.createQueue(name, { policy: 'singleton' })
  // Also of a queue that an earlier version has made.
  await boss.updateQueue(name, { retryLimit: 2, retryDelay: retryDelaySeconds, heartbeatSeconds })
  await boss.work(name, { pollingIntervalSeconds: pollSeconds }, async () => {
    const failure = await runJob({ name, run }, deps)
    // The queue stores the error with all its causes, and staff read its message.
    if (failure !== undefined) throw new Error(failure)
  })
  await boss.schedule(name, cron, null, { tz: businessTimeZone })
}

/** Returns why it failed, for staff; the log has the error itself. */
async function runJob({ name, run }: Pick<Job, 'name' | 'run'>, deps: Deps): Promise<string | undefined> {
  try {
    const outcome = await run(deps)
    deps.log[hadEffect(outcome) ? 'info' : 'debug']({ job: name, outcome }, 'job done')
    return undefined
  } catch (error) {
    deps.log.warn({ job: name, err: error }, 'job failed')
    return failureReason(error)
  }
}

/** Most runs of the frequent jobs find nothing to do. */
function hadEffect(outcome: unknown): boolean {
  const values = typeof outcome === 'object' && outcome !== null ? Object.values(outcome) : [outcome]
  return values.some((value) => value !== 0)
}
