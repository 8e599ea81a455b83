import type { DraftSchedule } from '#shared/api/drafts.ts'
import { counted } from '#web/ui/format.ts'

export const lineForms = ['строка', 'строки', 'строк'] as const
const dayForms = ['день', 'дня', 'дней'] as const

/** 'каждые 14 дней' */
export function every({ days }: Pick<DraftSchedule, 'days'>): string {
  if (days === 1) return 'каждый день'
  return `${days % 10 === 1 && days % 100 !== 11 ? 'каждый' : 'каждые'} ${counted(days, dayForms)}`
}

export const taskWords = { remind: 'напомнить', prepare: 'готовый черновик' } as const satisfies Record<DraftSchedule['task'], string>
