import type { StaffSeller } from '#shared/api/staff/sellers.ts'

export const vatText: Record<StaffSeller['vat'], string> = {
  goods: 'По ставкам товаров',
  '7': 'Всё по 7 % (УСН)',
  '5': 'Всё по 5 % (УСН)',
  none: 'Без НДС (УСН)',
}
