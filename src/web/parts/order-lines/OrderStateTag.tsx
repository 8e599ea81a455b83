import {
  accepted,
  awaitingApproval,
  awaitingPayment,
  cancelled,
  inProcurement,
  newOrder,
  partlyShipped,
  readyForPickup,
  stateRules,
  fullyShipped,
  type Marker,
} from '#shared/rules/order-states.ts'
import { Tag, type Tone } from '#web/ui/Tag.tsx'

/** Colours of the specification's markers, then of other states [E.5]. */
const toneOfMarker = { success: 'ok', danger: 'bad', primary: 'info' } satisfies Record<Marker, Tone>
const toneOfState: Record<number, Tone> = {
  [newOrder]: 'accent',
  [awaitingApproval]: 'warn',
  [accepted]: 'info',
  [awaitingPayment]: 'warn',
  [inProcurement]: 'info',
  [readyForPickup]: 'ok',
  [partlyShipped]: 'warn',
  [fullyShipped]: 'ok',
}

/** State of an order as a tag. */
export function OrderStateTag({ state, status }: { state: number; status: string }) {
  const { marker } = stateRules(state)
  return <Tag tone={marker ? toneOfMarker[marker] : toneOfState[state]}>{status}</Tag>
}

/** Payment of an order, in the server's words; overdue is highlighted. Nothing for a cancelled order. */
export function PaymentText({ payment, state }: { payment: string; state: number }) {
  if (state === cancelled && payment === 'Не оплачен') return <span className="dim">–</span>
  const tone = payment.startsWith('Просрочен') ? 'bad' : payment === 'Оплачен' ? 'ok' : 'muted'
  return <span className={`nowrap ${tone}`}>{payment}</span>
}
