import { useState } from 'react'
import { maxUploadDrafts, uploadFields, type UploadReview } from '#shared/api/uploads.ts'
import { plural } from '#shared/rules/plural.ts'
import { Button } from '#web/ui/Button.tsx'
import { withCount, quantity } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { columnLetter, fieldText } from './row-texts.ts'
import { confirmedReading, type Reading, type Upload } from './upload.ts'
import styles from './upload.module.css'

type QuestionsProps = { upload: Upload; busy: boolean; onRead: (reading: Reading) => void }

const rowForms = ['строка', 'строки', 'строк'] as const

/** Open questions of a table: the meaning of columns, several quantity columns, hidden rows. */
export function Questions({ upload, busy, onRead }: QuestionsProps) {
  const { answer, reading } = upload
  const hidden = answer.tally.find(({ sheet }) => sheet === answer.sheet)?.hidden ?? 0
  return (
    <>
      {answer.quantities.length > 1 && <QuantityColumns upload={upload} busy={busy} onRead={onRead} />}
      {answer.asks.includes('columns') && (
        <Note
          tone="warn"
          action={
            <Button small variant="primary" busy={busy} onClick={() => onRead(confirmedReading(upload))}>
              Столбцы верны
            </Button>
          }
        >
          Столбцы узнаны по содержимому, а не по заголовкам: {guessedText(answer)}. Проверьте их – до этого ничего не
          войдёт в корзину
        </Note>
      )}
      {answer.asks.includes('hiddenRows') && (
        <Note
          tone="warn"
          action={
            <>
              <Button
                small
                disabled={busy}
                onClick={() => onRead({ ...reading, sheet: answer.sheet, hidden: 'order' })}
              >
                Заказать и их
              </Button>
              <Button small disabled={busy} onClick={() => onRead({ ...reading, sheet: answer.sheet, hidden: 'skip' })}>
                Не заказывать
              </Button>
            </>
          }
        >
          В файле {plural(hidden, ['скрыта', 'скрыты', 'скрыто'])} {withCount(hidden, rowForms)} с количеством, скорее
          всего фильтром. В заказ они не входят
        </Note>
      )}
    </>
  )
}

function guessedText({ columns }: UploadReview): string {
  const guessed = uploadFields.flatMap((field) => {
    const column = columns[field]
    return column?.guessed ? [`${columnLetter(column.index)} – ${fieldText(field)}`] : []
  })
  return guessed.join(', ')
}

/** Several quantity columns (shops, months, packs): use one, their sum, or one draft per column. */
function QuantityColumns({ upload: { answer, reading }, busy, onRead }: QuestionsProps) {
  const { quantities, summed, columns, sheet } = answer
  const currentColumns = summed.length > 0 ? summed : columns.qnt ? [columns.qnt.index] : []
  const [{ chosen, shownAnswer }, setView] = useState<{ chosen: readonly number[]; shownAnswer: UploadReview }>({
    chosen: currentColumns,
    shownAnswer: answer,
  })
  if (shownAnswer !== answer) setView({ chosen: currentColumns, shownAnswer: answer })
  const setChosen = (next: readonly number[]) => setView({ chosen: next, shownAnswer: answer })
  const isOpen = answer.asks.includes('quantities')
  const isSame = chosen.length === currentColumns.length && chosen.every((index) => currentColumns.includes(index))
  const total = totalAmong(quantities.filter(({ index }) => chosen.includes(index)))
  const toggle = (index: number) =>
    setChosen(chosen.includes(index) ? chosen.filter((each) => each !== index) : [...chosen, index])
  const read = (split: boolean) => onRead({ ...reading, sheet, quantities: chosen.toSorted((a, b) => a - b), split })
  const isRead = (split: boolean) => isSame && (reading.split ?? false) === split
  return (
    <Note
      {...(isOpen ? { tone: 'warn' as const } : {})}
      action={
        <>
          <Button
            small
            {...(isOpen ? { variant: 'primary' as const } : {})}
            busy={busy}
            aria-pressed={isRead(false)}
            data-on={isRead(false) || undefined}
            disabled={chosen.length === 0 || total !== undefined}
            onClick={() => read(false)}
          >
            {chosen.length > 1 ? 'Взять сумму' : 'Взять этот столбец'}
          </Button>
          {chosen.length > 1 && (
            <Button
              small
              busy={busy}
              aria-pressed={isRead(true)}
              data-on={isRead(true) || undefined}
              disabled={total !== undefined || chosen.length > maxUploadDrafts}
              onClick={() => read(true)}
            >
              Черновик на каждый столбец
            </Button>
          )}
        </>
      }
    >
      <fieldset className={styles.quantities}>
        <legend>Количества стоят в нескольких столбцах. {isOpen ? 'Что заказать?' : takenText(answer, reading)}</legend>
        {quantities.map(({ index, heading, rows, sum }) => (
          <label key={index}>
            <input type="checkbox" checked={chosen.includes(index)} disabled={busy} onChange={() => toggle(index)} />
            <b className="bold">{columnLetter(index)}</b> {heading || 'без заголовка'}
            <span className="dim">
              {' '}
              {withCount(rows, rowForms)}, всего {quantity(sum)}
            </span>
          </label>
        ))}
      </fieldset>
      {total && (
        <div className={styles.differs}>
          Столбец {columnLetter(total.index)} – сумма остальных отмеченных: снимите отметку с него или с них, чтобы не
          заказать дважды
        </div>
      )}
      {chosen.length > maxUploadDrafts && (
        <div className={styles.differs}>Черновиков за раз не больше {maxUploadDrafts}</div>
      )}
    </Note>
  )
}

function takenText({ summed }: UploadReview, { split }: Reading): string {
  if (summed.length < 2) return 'Взят один из них'
  return split ? 'Каждый станет черновиком' : 'Взята их сумма'
}

/** A column that contains the sum of the others: together everything would be ordered twice. */
function totalAmong(columns: UploadReview['quantities']): UploadReview['quantities'][number] | undefined {
  const all = columns.reduce((sum, column) => sum + column.sum, 0)
  return columns.length < 3 ? undefined : columns.find(({ sum }) => sum > 0 && Math.abs(all - sum - sum) < 0.0005)
}
