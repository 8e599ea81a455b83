import type { Tone } from '#web/ui/Tag.tsx'

type Status = 'signing' | 'active' | 'suspended' | 'expired'
type State = { text: string; tone?: Tone }

const states: Record<Status, State> = {
  active: { text: 'Действует', tone: 'ok' },
  signing: { text: 'На подписании', tone: 'info' },
  suspended: { text: 'Приостановлен', tone: 'warn' },
  expired: { text: 'Истёк' },
}

export const contractStatusOptions = Object.entries(states).map(([value, { text }]) => ({ value, label: text }))

/** A stop takes precedence over the state of an active contract. */
export function contractState({ status, isStopped }: { status: Status; isStopped: boolean }): State {
  return status === 'active' && isStopped ? { text: 'Стоп', tone: 'bad' } : states[status]
}
