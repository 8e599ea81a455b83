import { useEffect } from 'react'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import type { staffChat } from '#shared/api/staff/talk.ts'
import { postponementNames, postponements, type Postponement } from '#shared/rules/talk/postpone.ts'
import { buyerRoleNames } from '#shared/rules/parties/buyer-role-names.ts'
import type { BuyerRole } from '#shared/rights.ts'
import { Button } from '#web/ui/Button.tsx'
import { DropPanel } from '#web/ui/dialogs/DropPanel.tsx'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import { shortDateTime } from '#web/ui/format.ts'
import { ignoresKey } from '#web/ui/page/Queue.tsx'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import styles from './talks.module.css'

export type Person = ReplyOf<typeof staffChat>['person']
export type ChatAction =
  | { action: 'take' | 'close' }
  | { action: 'assign'; id: number }
  | { action: 'postpone'; until: Postponement }

type HeaderProps = {
  person: Person
  query: string
  onSearch: (query: string) => void
  onAction: (action: ChatAction) => void
  /** Whether the customer's facts replace the messages; undefined if both fit side by side. */
  isShowingFacts: boolean | undefined
  onToggleFacts: () => void
}

/** The customer, the assignee, and actions on the chat. Keys: Н takes it, Э closes it, Г opens the postpone menu. */
export function ChatHeader({ person, query, onSearch, onAction, isShowingFacts, onToggleFacts }: HeaderProps) {
  const { name, role, assignee, colleagues, waiting, postponed } = person

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (ignoresKey(event)) return
      if (event.code === 'KeyY') onAction({ action: 'take' })
      else if (event.code === 'Quote') onAction({ action: 'close' })
      else if (event.code === 'KeyU') document.getElementById(postponeId)?.querySelector('button')?.click()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onAction])

  return (
    <header className={styles.header}>
      <span className={styles.who}>
        <b className="clip">{name}</b>
        <span className="small muted">
          {[
            buyerRoleNames[role as BuyerRole].toLowerCase(),
            postponed === null ? '' : `отложен до ${shortDateTime(postponed)}`,
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </span>
      </span>
      {isShowingFacts !== undefined && (
        <Button small aria-pressed={isShowingFacts} onClick={onToggleFacts}>
          О покупателе
        </Button>
      )}
      <BarSearch key={query} label="Найти в переписке" placeholder="Найти в чате" value={query} onSearch={onSearch} />
      <BarSelect
        label="Кто отвечает"
        options={[
          ...(assignee === null ? [{ value: '', label: 'Ничей' }] : []),
          ...withAssignee(assignee, colleagues).map(({ id, name: label }) => ({ value: String(id), label })),
        ]}
        value={assignee === null ? '' : String(assignee.id)}
        onChange={({ currentTarget: { value } }) => onAction({ action: 'assign', id: Number(value) })}
      />
      {assignee === null && (
        <Button small onClick={() => onAction({ action: 'take' })}>
          Взять себе
        </Button>
      )}
      <span id={postponeId}>
        <DropPanel icon="clock" label="Отложить" name="До какого времени отложить">
          {(close) => (
            <ul className={styles.times}>
              {postponementNames.map((until) => (
                <li key={until}>
                  <button
                    type="button"
                    onClick={() => {
                      onAction({ action: 'postpone', until })
                      close()
                    }}
                  >
                    {postponements[until]}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </DropPanel>
      </span>
      {(waiting || postponed !== null) && (
        <Button small onClick={() => onAction({ action: 'close' })}>
          Закрыть
        </Button>
      )}
    </header>
  )
}

const postponeId = 'chat-postpone'

/** The list includes the assignee even if they may no longer take chats. */
function withAssignee(assignee: Person['assignee'], colleagues: Person['colleagues']): Person['colleagues'] {
  if (assignee === null || colleagues.some(({ id }) => id === assignee.id)) return colleagues
  return [assignee, ...colleagues]
}
