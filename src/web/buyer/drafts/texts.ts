import type { DraftSchedule } from '#shared/api/drafts.ts'
import { plural } from '#shared/rules/plural.ts'
import { withCount } from '#web/ui/format.ts'

export const lineForms = ['строка', 'строки', 'строк'] as const
const dayForms = ['день', 'дня', 'дней'] as const

/** 'каждые 14 дней' */
export function everyDaysText({ days }: Pick<DraftSchedule, 'days'>): string {
  if (days === 1) return 'каждый день'
  return `${plural(days, ['каждый', 'каждые', 'каждые'])} ${withCount(days, dayForms)}`
}

export const taskText = { remind: 'напомнить', prepare: 'готовый черновик' } as const satisfies Record<
  DraftSchedule['task'],
  string
>
