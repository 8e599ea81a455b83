import type { Consignee } from '#shared/api/organisation/consignees.ts'
import { withCount } from '#web/ui/format.ts'

/** ' № 44', or '' without a number. */
export function attorneyNumber({ attorney_number }: Consignee): string {
  return attorney_number === '' ? '' : ` №\u00a0${attorney_number}`
}

/** '№ 44 от 01.07.2026', without unknown parts. */
export function attorneyTitle({ attorney_number, attorney_date }: Consignee): string {
  const number = attorney_number === '' ? 'Без номера' : `№\u00a0${attorney_number}`
  return attorney_date === null ? number : `${number} от ${attorney_date}`
}

/** Whether any data of a power of attorney is known. */
export function hasAttorney({ attorney_number, attorney_date, attorney_valid_to, file }: Consignee): boolean {
  return attorney_number !== '' || attorney_date !== null || attorney_valid_to !== null || file !== null
}

export function daysLeftText(daysLeft: number | null): string {
  if (daysLeft === null) return 'без срока'
  return daysLeft === 0 ? 'истекла' : `ещё ${withCount(daysLeft, ['день', 'дня', 'дней'])}`
}
