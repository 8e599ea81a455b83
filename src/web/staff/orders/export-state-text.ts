import { dateTime } from '#web/ui/format.ts'
import type { StaffOrder } from './use-staff-orders.ts'

/** Describes the export state of the order in 1C. */
export function exportStateText({ handover: { state, at }, code1c }: Pick<StaffOrder, 'handover' | 'code1c'>): string {
  const number = code1c === null ? '' : `, № ${code1c}`
  switch (state) {
    case 'confirmed':
      return `принят${at === null ? '' : ` ${dateTime(at)}`}${number}`
    case 'given':
      return `передан${at === null ? '' : ` ${dateTime(at)}`}, ждём подтверждения${number}`
    case 'waiting':
      return at === null ? 'ждёт ближайшего обмена' : `изменения ждут обмена, последний ${dateTime(at)}${number}`
    case 'none':
      return 'не передаётся'
  }
}
