import type { DescriptionSource } from '#shared/api/staff/categories.ts'

export const sourceLabels: Record<DescriptionSource, string> = {
  exchange: 'Как в 1С',
  own: 'Свой текст',
  none: 'Не показывать',
}
