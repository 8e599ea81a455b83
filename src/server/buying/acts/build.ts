import type { Logger } from 'pino'
import { formatDay } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/service.ts'
import { beginNextAct, buildAct, failOverdueActs, type BuiltAct } from './queries-build.ts'

type Deps = { db: Db }

/** 1C has a day to send the data of a period. */
const maxWaitHours = 24
export const lateError = `1С не ответила за ${maxWaitHours} часа`

/** Builds every act with complete data and fails those that have waited too long. Safe for concurrent processes. */
export async function buildActs({ db }: Deps): Promise<{ built: number; failed: number }> {
  let built = 0
  for (;;) {
    const actId = await beginNextAct(db)
    if (actId === undefined) break
    const done = await db.transaction(async (tx) => {
      const act = await buildAct(tx, { actId })
      if (act) await notifyReady(tx, act)
      return act
    })
    // Another process is building it.
    if (!done) break
    built += 1
  }
  return { built, failed: await failOverdue(db) }
}

async function notifyReady(
  tx: Db,
  { id, number, contractId, firstDay, lastDay, requestedById, mail, answerBy }: BuiltAct,
): Promise<void> {
  await notify(tx, {
    accountIds: [requestedById],
    mailed: mail,
    kind: 'act',
    title: `Акт сверки ${number} готов`,
    text: `Период ${formatDay(firstDay)} – ${formatDay(lastDay)}. Ответьте до ${formatDay(answerBy)}.`,
    link: `/acts/${id}`,
    contractIds: [contractId],
    eventKey: `act-ready:${id}`,
  })
}

function failOverdue(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const failed = await failOverdueActs(tx, { hours: maxWaitHours, error: lateError })
    for (const { id, number, contractId, requestedById, mail } of failed)
      await notify(tx, {
        accountIds: [requestedById],
        mailed: mail,
        kind: 'act',
        title: `Акт сверки ${number} не сформирован`,
        text: `${lateError}. Запросите акт снова или другой период.`,
        link: '/acts',
        contractIds: [contractId],
        eventKey: `act-failed:${id}:${new Date().toISOString()}`,
      })
    return failed.length
  })
}

/**
 * Builds acts in the background of this process, one run at a time; failures are retried by the job that runs every
 * minute.
 */
export function openActBuilder({ db, log }: Deps & { log: Logger }): {
  wakeBuilder: () => void
  close: () => Promise<void>
} {
  let running: Promise<void> = Promise.resolve()
  let closed = false
  let queued = false

  async function run(): Promise<void> {
    queued = false
    if (closed) return
    await buildActs({ db }).catch((error: unknown) => log.warn({ err: error }, 'acts wait for their job'))
  }

  return {
    wakeBuilder() {
      if (queued || closed) return
      queued = true
      running = running.then(run)
    },
    async close() {
      closed = true
      await running
    },
  }
}
