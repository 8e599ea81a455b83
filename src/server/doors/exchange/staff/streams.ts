import { type ExchangeStream } from '#shared/api/administration/exchange-streams.ts'
import { streamKinds, type StreamKind } from '#shared/api/administration/exchange-filters.ts'
import { byAccount } from '#server/platform/audit/changed-by.ts'
import type { Db } from '#server/platform/db/client.ts'
import { notify } from '#server/platform/notifications/service.ts'
import { readSetting, writeSetting } from '#server/platform/settings.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { listAccountsWith } from '#server/platform/sessions/shared-queries-rights.ts'
import { countedKind } from './import-summary.ts'
import { listLastRuns } from './queries-streams.ts'

type Deps = { db: Db }
type Stream = { kind: StreamKind; at: Date | null; records: number; rejected: number; alarmMinutes: number }
type Answer = { streams: ExchangeStream[] }

export async function readStreams({ db }: Deps, now = new Date()): Promise<Answer> {
  return { streams: (await listStreams(db)).map((stream) => shape(stream, now)) }
}

export async function saveAlarm(
  { db }: Deps,
  actor: Actor,
  { kind, minutes }: { kind: StreamKind; minutes: number },
): Promise<Answer> {
  await writeSetting(db, `exchange.alarmMinutes.${kind}`, minutes, byAccount(actor))
  return readStreams({ db })
}

/** Notifies administrators once of each kind of data that has become too old. Returns how many are. */
export async function reportLateStreams({ db }: Deps, now = new Date()): Promise<number> {
  const late = (await listStreams(db)).flatMap((stream) =>
    stream.at !== null && isLate(stream, now) ? [{ ...stream, at: stream.at }] : [],
  )
  if (late.length === 0) return 0
  await db.transaction(async (tx) => {
    const accountIds = await listAccountsWith(tx, 'staff.settings')
    for (const { kind, at, alarmMinutes } of late)
      await notify(tx, {
        accountIds,
        kind: 'exchange',
        title: `Из 1С не приходят данные: ${titleOf(kind).toLowerCase()}`,
        text: `Данных нет дольше ${periodText(alarmMinutes)}. Проверьте, работает ли обмен в 1С`,
        link: '/admin/exchange',
        eventKey: `stream-late:${kind}:${at.getTime()}`,
      })
  })
  return late.length
}

async function listStreams(db: Db): Promise<Stream[]> {
  const runs = await listLastRuns(db, streamKinds)
  return Promise.all(
    runs.map(async (run) => ({ ...run, alarmMinutes: await readSetting(db, `exchange.alarmMinutes.${run.kind}`) })),
  )
}

/** Data that has never come is not late: this 1C does not send it. */
function isLate({ at, alarmMinutes }: Pick<Stream, 'at' | 'alarmMinutes'>, now: Date): boolean {
  return at !== null && alarmMinutes > 0 && now.getTime() - at.getTime() > alarmMinutes * 60_000
}

function shape({ kind, at, records, rejected, alarmMinutes }: Stream, now: Date): ExchangeStream {
  return {
    kind,
    title: titleOf(kind),
    at: at?.toISOString() ?? null,
    records,
    rejected,
    alarm_minutes: alarmMinutes,
    late: isLate({ at, alarmMinutes }, now),
  }
}

const titles: Partial<Record<StreamKind, string>> = { ledger: 'Взаиморасчёты', arrivals: 'Поступления' }

const titleOf = (kind: StreamKind): string => titles[kind] ?? countedKind(kind)

/** '30 мин', '26 ч', '7 дн.' */
function periodText(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} мин`
  return minutes % (24 * 60) === 0 && minutes > 24 * 60 ? `${minutes / (24 * 60)} дн.` : `${minutes / 60} ч`
}
