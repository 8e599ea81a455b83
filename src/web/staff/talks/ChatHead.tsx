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
import { isTaken } from '#web/ui/page/Queue.tsx'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import styles from './talks.module.css'

export type Person = ReplyOf<typeof staffChat>['person']
export type ChatAction =
  | { action: 'take' | 'close' }
  | { action: 'assign'; id: number }
  | { action: 'postpone'; until: Postponement }

type HeadProps = {
  person: Person
  query: string
  onSearch: (query: string) => void
  onChange: (action: ChatAction) => void
  /** Whether the facts stand instead of the talk; undefined: they stand beside it. */
  factsShown: boolean | undefined
  onFacts: () => void
}

/** Who it is, who answers, and what becomes of the chat. Н takes it, Э closes it, Г opens the times to put it off. */
export function ChatHead({ person, query, onSearch, onChange, factsShown, onFacts }: HeadProps) {
  const { name, role, assignee, colleagues, waiting, postponed } = person

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (isTaken(event)) return
      if (event.code === 'KeyY') onChange({ action: 'take' })
      else if (event.code === 'Quote') onChange({ action: 'close' })
      else if (event.code === 'KeyU') document.getElementById(postponeId)?.querySelector('button')?.click()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onChange])

  return (
    <header className={styles.head}>
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
      {factsShown !== undefined && (
        <Button small aria-pressed={factsShown} onClick={onFacts}>
          О покупателе
        </Button>
      )}
      <BarSearch
        key={query}
        label="Найти в переписке"
        placeholder="Найти в переписке"
        value={query}
        onSearch={onSearch}
      />
      <BarSelect
        label="Кто отвечает"
        options={[
          ...(assignee === null ? [{ value: '', label: 'Ничей' }] : []),
          ...named(assignee, colleagues).map(({ id, name: label }) => ({ value: String(id), label })),
        ]}
        value={assignee === null ? '' : String(assignee.id)}
        onChange={({ currentTarget: { value } }) => onChange({ action: 'assign', id: Number(value) })}
      />
      {assignee === null && (
        <Button small onClick={() => onChange({ action: 'take' })}>
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
                      onChange({ action: 'postpone', until })
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
        <Button small onClick={() => onChange({ action: 'close' })}>
          Закрыть
        </Button>
      )}
    </header>
  )
}

const postponeId = 'chat-postpone'

/** Who has it stands among them, also where they may no longer take it. */
function named(assignee: Person['assignee'], colleagues: Person['colleagues']): Person['colleagues'] {
  if (assignee === null || colleagues.some(({ id }) => id === assignee.id)) return colleagues
  return [assignee, ...colleagues]
}
