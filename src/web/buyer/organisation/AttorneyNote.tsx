import type { Consignee } from '#shared/api/organisation/consignees.ts'
import { listPhrases } from '#shared/rules/list-text.ts'
import { attorneyState } from '#shared/rules/parties/consignee-form.ts'
import { joinPersonName } from '#shared/rules/parties/person-name.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { attorneyNumber, daysLeftText } from './attorney-texts.ts'

type NoteProps = { consignees: readonly Consignee[]; onEdit: (consignee: Consignee) => void }

const namedAtMost = 3

/** Expired and soon expiring powers of attorney, expired ones first. */
export function AttorneyNote({ consignees, onEdit }: NoteProps) {
  return (
    <>
      <Ended consignees={consignees.filter(({ days_left }) => attorneyState(days_left) === 'ended')} onEdit={onEdit} />
      <Ending
        consignees={consignees.filter(({ days_left }) => attorneyState(days_left) === 'ending')}
        onEdit={onEdit}
      />
    </>
  )
}

function Ended({ consignees, onEdit }: NoteProps) {
  const [first, ...others] = consignees
  if (!first) return null
  const named = listPhrases(consignees.map(described), namedAtMost)
  if (others.length > 0)
    return (
      <Note tone="warn">
        <b className="bold">Доверенности истекли.</b>{' '}
        {`Этих получателей нельзя выбрать в заказе, пока не приложите новые: ${named}`}
      </Note>
    )
  return (
    <Note tone="warn" action={<Renew consignee={first} onEdit={onEdit} />}>
      <b className="bold">
        Доверенность{attorneyNumber(first)} истекла {first.attorney_valid_to}.
      </b>{' '}
      {joinPersonName(first)}: в заказе не выбрать, пока не приложите новую
    </Note>
  )
}

function Ending({ consignees, onEdit }: NoteProps) {
  const [first, ...others] = consignees
  if (!first) return null
  if (others.length > 0)
    return (
      <Note>
        <b className="bold">Доверенности скоро истекут:</b> {listPhrases(consignees.map(described), namedAtMost)}
      </Note>
    )
  return (
    <Note action={<Renew consignee={first} onEdit={onEdit} />}>
      <b className="bold">
        Доверенность{attorneyNumber(first)} действует до {first.attorney_valid_to}.
      </b>{' '}
      {joinPersonName(first)}, {daysLeftText(first.days_left)}
    </Note>
  )
}

function Renew({ consignee, onEdit }: { consignee: Consignee; onEdit: (consignee: Consignee) => void }) {
  return (
    <Button
      small
      icon="upload"
      aria-label={`Приложить новую доверенность: ${joinPersonName(consignee)}`}
      onClick={() => onEdit(consignee)}
    >
      Приложить новую
    </Button>
  )
}

function described(consignee: Consignee): string {
  return `${joinPersonName(consignee)},${attorneyNumber(consignee)} до ${consignee.attorney_valid_to}`
}
