import type { DraftLine } from '#shared/api/drafts.ts'
import { Button } from '#web/ui/Button.tsx'
import { quantityWithUnit, money } from '#web/ui/format.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { acceptedLineOf, changeTexts, replacementOf, type AcceptedLine } from './line-changes.ts'
import styles from './draft-lines.module.css'

type ActionsProps = { line: DraftLine; onAccept: (accepted: AcceptedLine[]) => void; onRemove: () => void }

/** Tags for changes of a line. */
export function LineTags({ line }: { line: DraftLine }) {
  return changeTexts(line).map(({ text, tone }) => (
    <Tag key={text} tone={tone}>
      {text}
    </Tag>
  ))
}

/** Replacement of an unavailable good. */
export function LineReplacement({ line: { replacement } }: { line: DraftLine }) {
  if (replacement === null) return null
  const { same, header, articul, qnt, unit, price } = replacement
  return (
    <span className={styles.replacement}>
      {same ? 'Теперь это' : 'Можно взять'} <b className="bold">{header}</b>{' '}
      <span className="muted">
        {[articul, quantityWithUnit(qnt, unit), price !== null && `по ${money(price)}`].filter(Boolean).join(', ')}
      </span>
    </span>
  )
}

/** Buttons to accept a change. */
export function LineActions({ line, onAccept, onRemove }: ActionsProps) {
  const name = line.articul || line.header
  const accepted = acceptedLineOf(line)
  const replaced = replacementOf(line)
  if (accepted) {
    return (
      <Button small aria-label={`Принять изменения: ${name}`} onClick={() => onAccept([accepted])}>
        Принять
      </Button>
    )
  }
  if (replaced) {
    return (
      <Button small aria-label={`Заменить: ${name}`} onClick={() => onAccept([replaced])}>
        Заменить
      </Button>
    )
  }
  return (
    <Button small aria-label={`Убрать: ${name}`} onClick={onRemove}>
      Убрать
    </Button>
  )
}
