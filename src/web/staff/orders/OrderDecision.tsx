import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { cancelled, stateName } from '#shared/rules/order-states.ts'
import { cancelDeclinedTitle } from '#shared/rules/order-titles.ts'
import { CallError } from '#web/api/client.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { TextArea } from '#web/ui/forms/Field.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { goodsReturn } from '#web/parts/order-lines/action-texts.ts'
import { stateActionsOf, type StateAction } from './next-states.ts'
import { useDeclineCancellation, useSetState, useStaffChange, type StaffOrder } from './use-staff-orders.ts'
import styles from './staff.module.css'

/** A comment to the buyer, and buttons for the next states; the usual next state is primary. */
export function OrderDecision({ order }: { order: StaffOrder }) {
  const [comment, setComment] = useState('')
  const [shownState, setShownState] = useState(order.state)
  const setState = useSetState(order)
  const addComment = useStaffChange(order)
  const declineCancellation = useDeclineCancellation(order.id)
  const confirm = useConfirm()
  const notify = useNotify()
  const stateActions = stateActionsOf(order)
  const isConflict = setState.error instanceof CallError && setState.error.status === 409

  async function moveToState({ state }: StateAction) {
    if (state === cancelled && !(await confirm(`Отменить заказ ${order.numberOrder}? ${goodsReturn}.`))) return
    setShownState(order.state)
    setState.mutate(
      { state, comment: comment.trim() },
      {
        onSuccess: ({ status }) => {
          setComment('')
          notify({ tone: 'ok', text: `Заказ ${order.numberOrder}: ${status}` })
        },
      },
    )
  }

  function sendComment() {
    addComment.mutate({ comment: comment.trim() }, { onSuccess: onSent('Ответ отправлен покупателю') })
  }

  function decline() {
    declineCancellation.mutate(comment.trim(), { onSuccess: onSent(cancelDeclinedTitle(order.numberOrder)) })
  }

  function onSent(text: string) {
    return () => {
      setComment('')
      notify({ tone: 'ok', text })
    }
  }

  const button = (action: StateAction) => (
    <Button
      key={action.state}
      variant={action.variant}
      busy={setState.isPending && setState.variables.state === action.state}
      disabled={setState.isPending}
      onClick={() => void moveToState(action)}
    >
      {action.label}
    </Button>
  )
  const cancelAction = stateActions.find(({ variant }) => variant === 'danger')
  const otherActions = stateActions.filter((action) => action !== cancelAction)
  const isEmpty = comment.trim() === ''
  return (
    <div className={styles.decision}>
      {(addComment.error ?? declineCancellation.error) && (
        <Note tone="bad" role="alert">
          {(addComment.error ?? declineCancellation.error)?.message}
        </Note>
      )}
      {setState.error && (
        <Note tone="bad" role="alert">
          {isConflict && shownState !== order.state
            ? `Пока вы смотрели, заказ изменили: был «${stateName(shownState)}», стал «${order.status}». ` +
              'Ваш ответ сохранён, решите ещё раз.'
            : setState.error.message}
        </Note>
      )}
      <TextArea
        label="Ответ покупателю"
        placeholder="Увидит в заказе и в письме"
        maxLength={2000}
        value={comment}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
      <div className={styles.actions}>
        {order.cancel_requested && (
          <Button
            variant="danger"
            busy={declineCancellation.isPending}
            disabled={isEmpty}
            title={isEmpty ? 'Сначала напишите покупателю, почему' : undefined}
            onClick={decline}
          >
            Не отменять
          </Button>
        )}
        <Button busy={addComment.isPending} disabled={isEmpty} onClick={sendComment}>
          Только ответить
        </Button>
      </div>
      {stateActions.length > 0 ? (
        <div className={styles.actions}>
          {cancelAction && button(cancelAction)}
          {order.shippable && (
            <Link
              to="/admin/orders/$id"
              params={{ id: String(order.id) }}
              search={{ action: 'ship' }}
              className={buttonClass()}
            >
              Отгрузить часть
            </Link>
          )}
          {otherActions.map(button)}
        </div>
      ) : (
        <p className="dim">Заказ завершён: менять больше нечего.</p>
      )}
    </div>
  )
}
