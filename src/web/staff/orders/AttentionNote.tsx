import { awaitingApproval, cancelled } from '#shared/rules/order-states.ts'
import { Note } from '#web/ui/Note.tsx'
import { attentionTone } from './row-texts.ts'
import type { StaffOrder } from './use-staff-orders.ts'

/** Why the order needs attention. */
export function AttentionNote({ order: { attention, cancel_requested, state, next } }: { order: StaffOrder }) {
  if (cancel_requested)
    return (
      <Note tone="bad">
        Покупатель просит отменить заказ.{attention !== '' && !/отмен/i.test(attention) && ` ${attention}`}
      </Note>
    )
  if (attention === '') return null
  const awaitsHead = state === awaitingApproval && next.every((each) => each.state === cancelled)
  return (
    <Note tone={attentionTone(attention) === 'bad' ? 'bad' : 'warn'}>
      <span className="bold">
        {attention[0]?.toUpperCase()}
        {attention.slice(1)}
      </span>
      {awaitsHead &&
        '. Заказ выше лимита сотрудника: дальше его передаст руководитель покупателя. ' +
          'Изменить и отклонить его можете и вы.'}
    </Note>
  )
}
