import type { ExchangeRun } from '#shared/api/staff/exchange-log.ts'
import type { Tone } from '#web/ui/Tag.tsx'

/** How a run ended, in words. */
export function outcomeOf({ status, records }: ExchangeRun): { text: string; tone?: Tone } {
  switch (status) {
    case 'running':
      return { text: 'Идёт', tone: 'info' }
    case 'failed':
      return { text: 'Оборван', tone: 'bad' }
    case 'waiting':
      return { text: 'Ждёт решения', tone: 'warn' }
    case 'dismissed':
      return { text: 'Отклонён' }
    default:
      return records > 0 ? { text: 'С отказами', tone: 'warn' } : { text: 'Успех', tone: 'ok' }
  }
}

/** Name of a run's file; a deactivation has none. */
export function fileText({ type, name }: Pick<ExchangeRun, 'type' | 'name'>): string {
  return type === 'deactivation' ? 'чего нет в выгрузке' : name
}

/** Share processed so far in per cent; undefined when it is finished or not counted yet. */
export function progressOf({ status, items_done: done, items_total: total }: ExchangeRun): number | undefined {
  return status === 'running' && total !== null && total > 0 ? Math.floor((done / total) * 100) : undefined
}
