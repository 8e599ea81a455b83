import { cancelled, rulesOf, type Marker } from '#shared/rules/order-states.ts'
import { Tag, type Tone } from './Tag.tsx'

/** The markers of the specification, then what the other states ask for [E.5]. */
const toneOfMarker = { success: 'ok', danger: 'bad', primary: 'info' } satisfies Record<Marker, Tone>
const toneOfState: Record<number, Tone> = { 1: 'accent', 2: 'warn', 5: 'info', 6: 'warn', 7: 'info', 8: 'ok', 9: 'warn', 11: 'ok' }

/** The state of an order in words, coloured by what it asks for. */
export function OrderStateTag({ state, status }: { state: number; status: string }) {
  const { marker } = rulesOf(state)
  return <Tag tone={marker ? toneOfMarker[marker] : toneOfState[state]}>{status}</Tag>
}

/** Whether an order is paid, in the server's words; what is overdue stands out. Of a cancelled order nothing is awaited. */
export function PaymentText({ payment, state }: { payment: string; state: number }) {
  if (state === cancelled && payment === 'Не оплачен') return <span className="dim">–</span>
  const tone = payment.startsWith('Просрочен') ? 'bad' : payment === 'Оплачен' ? 'ok' : 'muted'
  return <span className={`nowrap ${tone}`}>{payment}</span>
}
