import type { Logger } from 'pino'
import { formatDay } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/service.ts'
import { beginNextAct, buildAct, failLateActs, type BuiltAct } from './queries-build.ts'

type Deps = { db: Db }

/** 1C has a day to send the data of a period. */
const patienceHours = 24
export const lateError = `1С не ответила за ${patienceHours} часа`

/** Builds every act whose data have come, and fails those that have waited too long; for many processes at once. */
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
    // Another process holds it: it will be ready without this one.
    if (!done) break
    built += 1
  }
  return { built, failed: await failLate(db) }
}

async function notifyReady(
  tx: Db,
  { id, number, firstDay, lastDay, requestedById, mail, answerBy }: BuiltAct,
): Promise<void> {
  await notify(tx, {
    accountIds: [requestedById],
    mailed: mail,
    kind: 'act',
    title: `Акт сверки ${number} готов`,
    text: `Период ${formatDay(firstDay)} – ${formatDay(lastDay)}. Ответьте до ${formatDay(answerBy)}.`,
    link: `/acts/${id}`,
    eventKey: `act-ready:${id}`,
  })
}

function failLate(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const failed = await failLateActs(tx, { hours: patienceHours, error: lateError })
    for (const { id, number, requestedById, mail } of failed)
      await notify(tx, {
        accountIds: [requestedById],
        mailed: mail,
        kind: 'act',
        title: `Акт сверки ${number} не сформирован`,
        text: `${lateError}. Запросите акт снова или другой период.`,
        link: '/acts',
        eventKey: `act-failed:${id}:${new Date().toISOString()}`,
      })
    return failed.length
  })
}

/** Builds in the background of this process, one run after another; what fails waits for the job of every minute. */
export function openActBuilder({ db, log }: Deps & { log: Logger }): { wake: () => void; close: () => Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  let closed = false
  let queued = false

  async function run(): Promise<void> {
    queued = false
    if (closed) return
    await buildActs({ db }).catch((error: unknown) => log.warn({ err: error }, 'acts wait for their job'))
  }

  return {
    wake() {
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
