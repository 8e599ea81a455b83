import { useEffect, useRef, useState } from 'react'
import { formatKopecks } from '#shared/rules/money.ts'
import { CallError } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { Note } from '#web/ui/Note.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import {
  changedLines,
  isEmptied,
  leavingLines,
  sumsOf,
  type QuantityRows,
  type OrderedLine,
  type LineInputs,
} from './changes.ts'
import { actionTexts, type LinesAction } from './action-texts.ts'
import { QuantitiesCards } from './QuantitiesCards.tsx'
import { QuantitiesTable } from './QuantitiesTable.tsx'
import styles from './order-lines.module.css'

type QuantitiesFormProps = {
  action?: LinesAction
  lines: readonly OrderedLine[]
  showsPrices: boolean
  busy: boolean
  /** A refusal of the server. */
  error: Error | null
  /** Called with the reduced lines; when shipping, with the shipped quantities. */
  onSave: (lines: { line: number; qnt: number }[]) => void
  onClose: () => void
}

/** From this number of lines, the actions are repeated below them. */
const manyLines = 8

/** Lines of an order while being reduced or shipped; each can be reset until saved. */
export function QuantitiesForm({
  action = 'lower',
  lines,
  showsPrices,
  busy,
  error,
  onSave,
  onClose,
}: QuantitiesFormProps) {
  const [inputs, setInputs] = useState<LineInputs>({})
  const section = useRef<HTMLElement>(null)
  const confirm = useConfirm()
  const phone = usePhone()
  const texts = actionTexts[action]
  const changed = changedLines(lines, inputs)
  const emptied = isEmptied(lines, inputs)
  const idle = action === 'ship' ? emptied : changed.length === 0
  const sums = showsPrices ? sumsOf(lines, inputs) : undefined
  const left = lines.filter(({ cancel }) => !cancel)
  const rows: QuantityRows = {
    lines: left,
    inputs,
    texts,
    showsPrices,
    onInput: ({ line }, quantityMilli) =>
      setInputs(({ [line]: _before, ...others }) =>
        quantityMilli === undefined ? others : { ...others, [line]: quantityMilli },
      ),
  }

  // The user opened the form to type.
  useEffect(() => {
    if (matchMedia('(pointer: fine)').matches)
      section.current?.querySelector<HTMLInputElement>('input[data-quantity]')?.focus({ preventScroll: true })
  }, [])

  async function save() {
    if (await confirm(emptied ? texts.question.zeroText : texts.question.some))
      onSave(action === 'ship' ? leavingLines(lines, inputs) : changed)
  }

  // Announced once, although shown twice.
  const bar = (announced: boolean) => (
    <div className={styles.bar}>
      <span className={styles.message} role={announced ? 'status' : undefined}>
        {changed.length === 0 ? texts.idle : `${texts.changed}: ${changed.length}`}
        {sums && sums.after !== sums.before && (
          <span className="nowrap">
            {' '}
            · товары <s className="dim">{formatKopecks(sums.before)}</s>{' '}
            <b className="bold">{formatKopecks(sums.after)} ₽</b>
          </span>
        )}
      </span>
      <span className="grow" />
      <span className={styles.actions}>
        {changed.length > 0 && (
          <Button variant="plain" disabled={busy} onClick={() => setInputs({})}>
            Вернуть всё
          </Button>
        )}
        <Button disabled={busy} onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button variant="primary" busy={busy} disabled={idle} onClick={() => void save()}>
          {texts.save}
        </Button>
      </span>
    </div>
  )
  return (
    <section ref={section} aria-label={texts.section} className={styles.lower}>
      {error && (
        <Note tone="bad" role="alert">
          {error instanceof CallError && error.status === 409 ? texts.conflict : error.message}
        </Note>
      )}
      {bar(true)}
      {phone ? <QuantitiesCards {...rows} /> : <QuantitiesTable {...rows} />}
      {left.length > manyLines && bar(false)}
    </section>
  )
}
