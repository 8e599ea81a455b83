import { useNotify } from '#web/ui/notifications.tsx'
import { initialsOf } from '#web/ui/initials.ts'
import { useAssign } from './use-registrations.ts'
import styles from './registrations.module.css'

type AssigneeProps = {
  request: { id: number; company: string; assignee: { id: number; name: string } | null }
  /** Account id of the current user. */
  me: number
  isOpen: boolean
}

/** Assignee of a request; an unassigned one can be taken here. */
export function Assignee({ request: { id, company, assignee }, me, isOpen }: AssigneeProps) {
  const notify = useNotify()
  const assign = useAssign()
  if (assignee)
    return (
      <span className={styles.avatar} data-me={assignee.id === me || undefined} title={assignee.name}>
        <span aria-hidden="true">{initialsOf(assignee.name)}</span>
        <span className="unseen">{assignee.name}</span>
      </span>
    )
  if (!isOpen) return null
  return (
    <button
      type="button"
      className={styles.take}
      aria-label={`Взять себе: ${company}`}
      title="Никто, взять себе"
      aria-busy={assign.isPending || undefined}
      onClick={() =>
        assign.mutate(
          { id, assignee: me },
          { onError: ({ message }) => notify({ tone: 'bad', title: 'Заявка не взята', text: message }) },
        )
      }
    >
      +
    </button>
  )
}
