import { Link } from '@tanstack/react-router'
import { endpointAddress } from '#shared/api/address.ts'
import { actPdf, actSheet, type Act } from '#shared/api/money/acts.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useCancelAct, useChangeAct } from './use-acts.ts'
import styles from './acts.module.css'

/** Action button of an act in the list, by its state. */
export function ActActions({ act }: { act: Act }) {
  const { id, number, state } = act
  if (state === 'requested' || state === 'building' || state === 'failed') return <PendingActions act={act} />
  if (state === 'confirmed')
    return (
      <span className={styles.actions}>
        <FileLink href={endpointAddress(actPdf, { id })}>
          <span aria-label={`${number}, PDF`}>PDF</span>
        </FileLink>
        <FileLink href={endpointAddress(actSheet, { id })}>
          <span aria-label={`${number}, XLSX`}>XLSX</span>
        </FileLink>
      </span>
    )
  return (
    <span className={styles.actions}>
      <Link to="/acts/$id" params={{ id: String(id) }} className={state === 'ready' ? 'bold' : undefined}>
        {state === 'ready' ? 'Сверить' : 'Открыть'}
        <span className="unseen"> акт {number}</span>
      </Link>
    </span>
  )
}

function PendingActions({ act: { id, number, state } }: { act: Act }) {
  const change = useChangeAct()
  const cancelling = useCancelAct()
  const confirm = useConfirm()
  const notify = useNotify()
  const onFailure = { onError: ({ message }: Error) => notify({ tone: 'bad', text: message }) }

  async function cancel(): Promise<void> {
    if (!(await confirm(`${state === 'failed' ? 'Убрать из списка' : 'Отменить'} запрос акта ${number}?`))) return
    cancelling.mutate(id, onFailure)
  }

  return (
    <span className={styles.actions}>
      {state === 'requested' && (
        <Button small variant="plain" busy={cancelling.isPending} onClick={() => void cancel()}>
          Отменить
          <span className="unseen"> запрос {number}</span>
        </Button>
      )}
      {state === 'failed' && (
        <Button
          small
          variant="plain"
          className="bold"
          busy={change.isPending}
          onClick={() => change.mutate({ id, change: 'retry' }, onFailure)}
        >
          Запросить снова
        </Button>
      )}
      {state === 'failed' && <IconButton small icon="trash" label={`Убрать ${number}`} onClick={() => void cancel()} />}
    </span>
  )
}
