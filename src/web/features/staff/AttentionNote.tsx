import { Note } from '#web/ui/Note.tsx'
import { toneOf } from './row-words.ts'
import type { StaffOrder } from './use-staff-orders.ts'

/** Why the order deserves a look. */
export function AttentionNote({ order: { attention, cancel_requested } }: { order: StaffOrder }) {
  if (cancel_requested) return <Note tone="bad">Покупатель просит отменить заказ.{attention !== '' && !/отмен/i.test(attention) && ` ${attention}`}</Note>
  if (attention === '') return null
  return (
    <Note tone={toneOf(attention) === 'bad' ? 'bad' : 'warn'}>
      <span className="bold">{attention[0]?.toUpperCase()}{attention.slice(1)}</span>
    </Note>
  )
}
