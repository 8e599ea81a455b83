import type { DraftLine } from '#shared/api/drafts.ts'
import { Button } from '#web/ui/Button.tsx'
import { measured, money } from '#web/ui/format.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { agreementOf, newsOf, replacementOf, type Agreement } from './line-changes.ts'
import styles from './draft-lines.module.css'

type NewsProps = { line: DraftLine; onAccept: (agreed: Agreement[]) => void; onRemove: () => void }

/** What has changed in a line since, and the buttons that settle it. */
export function LineNews({ line, onAccept, onRemove }: NewsProps) {
  const name = line.articul || line.header
  const agreed = agreementOf(line)
  const replaced = replacementOf(line)
  const { replacement } = line
  return (
    <div className={styles.settle}>
      {newsOf(line).map(({ text, tone }) => (
        <Tag key={text} tone={tone}>
          {text}
        </Tag>
      ))}
      {replacement && (
        <span className={styles.instead}>
          {replacement.same ? 'Теперь это' : 'Можно взять'} <b className="bold">{replacement.header}</b>
          <span className="dim">
            {' '}
            {[replacement.articul, measured(replacement.qnt, replacement.unit), replacement.price !== null && `по ${money(replacement.price)}`].filter(Boolean).join(', ')}
          </span>
        </span>
      )}
      <span className="grow" />
      {agreed && (
        <Button small aria-label={`Принять изменения: ${name}`} onClick={() => onAccept([agreed])}>
          Принять
        </Button>
      )}
      {replaced && (
        <Button small aria-label={`Заменить: ${name}`} onClick={() => onAccept([replaced])}>
          Заменить
        </Button>
      )}
      {!agreed && (
        <Button small aria-label={`Убрать: ${name}`} onClick={onRemove}>
          Убрать
        </Button>
      )}
    </div>
  )
}
