import type { Contragent } from '#shared/api/organisation/contragents.ts'
import { contractState as shownState } from '#web/parts/contracts/contract-state.ts'
import { withCount } from '#web/ui/format.ts'
import type { Tone } from '#web/ui/Tag.tsx'

export type Contract = Contragent['contracts'][number]
type State = { text: string; tone?: Tone }

/** In lower case, beside the contract's number. */
export function contractState({ status, stopOrders }: Contract): State {
  const { text, tone } = shownState({ status, isStopped: stopOrders })
  return { text: text.toLowerCase(), ...(tone && { tone }) }
}

export function paymentText({ payment, prepayment_percent, deferral_days }: Contract): string {
  return payment === 'prepaid'
    ? `предоплата ${prepayment_percent}\u00a0%`
    : `отсрочка ${withCount(deferral_days, ['день', 'дня', 'дней'])}`
}

/** State of a contragent in the list. */
export function contragentState({ status, contracts }: Contragent): State {
  if (status === 'inactive') return { text: 'отключён' }
  const stopped = contracts.find((contract) => contractState(contract).tone === 'bad')
  if (stopped) return { text: `стоп по ${stopped.number}`, tone: 'bad' }
  return contracts.some((contract) => contract.status === 'active')
    ? { text: 'действует', tone: 'ok' }
    : { text: 'нет договора', tone: 'warn' }
}

/** When the company register had the requisites shown; entrepreneurs have a register of their own. */
export function registerText({ legal_form, register_checked }: Contragent): string | undefined {
  if (register_checked === null) return undefined
  return `сверено с ${legal_form === 'ИП' ? 'ЕГРИП' : 'ЕГРЮЛ'} ${register_checked}`
}
