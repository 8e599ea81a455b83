import { moment } from '#web/ui/format.ts'
import type { StaffOrder } from './use-staff-orders.ts'

/** What 1C has of the order, in words. */
export function handoverWords({ handover: { state, at }, code1c }: Pick<StaffOrder, 'handover' | 'code1c'>): string {
  const number = code1c === null ? '' : `, № ${code1c}`
  switch (state) {
    case 'confirmed':
      return `принят${at === null ? '' : ` ${moment(at)}`}${number}`
    case 'given':
      return `передан${at === null ? '' : ` ${moment(at)}`}, ждём подтверждения${number}`
    case 'waiting':
      return at === null ? 'ждёт ближайшего обмена' : `изменения ждут обмена, последний ${moment(at)}${number}`
    case 'none':
      return 'не передаётся'
  }
}
