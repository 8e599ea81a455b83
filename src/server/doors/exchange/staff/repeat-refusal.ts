import { businessTimeZone } from '#shared/constants.ts'
import type { Db } from '#server/platform/db/client.ts'
import { isArchive } from '../filename.ts'
import { findNewerRun, findRepeatState } from './queries-repeat.ts'

/** Why a run cannot be repeated now, in Russian; '' if it can. */
export async function explainRefusal(db: Db, { runId }: { runId: number }): Promise<string> {
  const run = await findRepeatState(db, { runId })
  if (run === undefined) return 'Этого прогона уже нет в журнале'
  if (run.status === 'running') return 'Файл ещё загружается'
  if (run.status === 'waiting') return 'Файл отложен: его судьбу решают в списке отложенных'
  if (run.type === 'deactivation' || run.type === 'pictures') return 'Повторить можно только загрузку файла с данными'
  if (run.type === 'orders' && isArchive(run.name)) return 'Заказы в архиве не повторяют: отправьте их из 1С заново'
  if (!run.hasSource) return 'Исходный файл не сохранён: выгрузите эти данные из 1С заново'
  if (run.isRepeating) return 'Повтор этого прогона уже идёт'
  const newer = await findNewerRun(db, { runId })
  if (newer === undefined) return ''
  return (
    `После него ${formatTime(newer.startedAt)} загружен ${newer.name}: повтор вернул бы прежние данные. ` +
    'Выгрузите их из 1С заново'
  )
}

function formatTime(at: Date): string {
  return at.toLocaleString('ru-RU', { timeZone: businessTimeZone, dateStyle: 'short', timeStyle: 'short' })
}
