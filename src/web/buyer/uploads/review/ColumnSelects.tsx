import { useState } from 'react'
import { uploadFields, type ColumnChoice, type UploadField, type UploadReview } from '#shared/api/uploads.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { columnLetter, fieldText } from './row-texts.ts'
import { remembersColumns, type Reading, type Upload } from './upload.ts'
import styles from './upload.module.css'

type ColumnSelectsProps = { upload: Upload; busy: boolean; onRead: (reading: Reading) => void }

/** Choice of sheet, heading row and columns; a change reads the table again. */
export function ColumnSelects({ upload, busy, onRead }: ColumnSelectsProps) {
  const { answer, reading } = upload
  const { sheets, sheet, headerRow, columns, remembered, contragent } = answer
  // Another sheet or heading row has other columns, so they are detected again.
  const setSheet = (chosen: string) => onRead({ sheet: Number(chosen) })
  const setHeader = (chosen: string) => onRead({ sheet, ...(chosen === '' ? {} : { headerRow: Number(chosen) }) })
  const setColumn = (field: UploadField, chosen: string) =>
    onRead({ ...reading, sheet, columns: replaceColumn(answer, field, chosen === '' ? null : Number(chosen)) })
  // On a phone only the detected columns are shown; the others are expandable.
  const [isAll, setAll] = useState(false)
  return (
    <div className={styles.picks} aria-busy={busy} data-all={isAll || undefined}>
      {sheets.length > 1 && (
        <ColumnSelect
          label="Лист"
          shown={<>лист «{sheets.find(({ index }) => index === sheet)?.name}»</>}
          value={String(sheet)}
          options={sheets.map(({ index, name, rows }) => ({ value: String(index), label: `${name} (${rows})` }))}
          busy={busy}
          onSelect={setSheet}
        />
      )}
      <span className="small muted">Столбцы:</span>
      {uploadFields.map((field) => {
        const index = columns[field]?.index
        return (
          <ColumnSelect
            key={field}
            label={`Столбец: ${fieldText(field)}`}
            shown={
              <>
                <b className="bold">{index === undefined ? '–' : columnLetter(index)}</b> {fieldText(field)}
              </>
            }
            isMuted={index === undefined}
            guessed={columns[field]?.guessed ?? false}
            value={index === undefined ? '' : String(index)}
            options={[
              { value: '', label: 'нет такого столбца' },
              ...answer.choices.map((choice) => ({ value: String(choice.index), label: choiceText(choice) })),
            ]}
            busy={busy}
            onSelect={(chosen) => setColumn(field, chosen)}
          />
        )
      })}
      <ColumnSelect
        label="Строка заголовков"
        shown={
          headerRow === null ? (
            'без заголовков'
          ) : (
            <>
              заголовки в строке <b className="bold">{headerRow}</b>
            </>
          )
        }
        isMuted
        value={String(headerRow ?? 0)}
        options={headerOptions(headerRow)}
        busy={busy}
        onSelect={setHeader}
      />
      {!isAll && (
        <button type="button" className={styles.morePicks} onClick={() => setAll(true)}>
          Другие столбцы
        </button>
      )}
      <span className="small dim">
        {remembered ? `Столбцы запомнены для ${contragent}` : remembersColumns(upload) && `Запомним для ${contragent}`}
      </span>
    </div>
  )
}

type ColumnSelectProps = {
  label: string
  shown: React.ReactNode
  value: string
  options: { value: string; label: string }[]
  isMuted?: boolean
  /** The user has not confirmed it yet. */ guessed?: boolean
  busy: boolean
  onSelect: (value: string) => void
}

/** Hint above the options. */
function ColumnSelect({
  label,
  shown,
  value,
  options,
  isMuted = false,
  guessed = false,
  busy,
  onSelect,
}: ColumnSelectProps) {
  return (
    <span
      className={styles.pick}
      data-quiet={isMuted || undefined}
      data-guessed={guessed || undefined}
      title={guessed ? 'Узнан по содержимому: проверьте' : undefined}
    >
      <span aria-hidden="true">
        {shown}
        {guessed && ' ?'}
      </span>
      <Icon name="down" size={12} />
      <select
        aria-label={guessed ? `${label}, предположительно` : label}
        value={value}
        disabled={busy}
        onChange={({ currentTarget }) => onSelect(currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  )
}

/** The columns with one change; a column has a single meaning. */
function replaceColumn({ columns }: UploadReview, field: UploadField, index: number | null): ColumnChoice {
  const entries = uploadFields.map((each): [UploadField, number | null] => [each, columns[each]?.index ?? null])
  return Object.fromEntries(
    entries.map(([each, current]) => [each, each === field ? index : current === index ? null : current]),
  )
}

function choiceText({ index, heading, samples }: UploadReview['choices'][number]): string {
  const shown = samples.slice(0, 2).join(', ')
  return [columnLetter(index), heading, shown && `(${shown})`].filter(Boolean).join(' ').slice(0, 80)
}

const maxHeaderRows = 20

function headerOptions(current: number | null): { value: string; label: string }[] {
  const rows = Array.from({ length: Math.max(maxHeaderRows, current ?? 0) }, (_, row) => ({
    value: String(row + 1),
    label: `заголовки в строке ${row + 1}`,
  }))
  return [{ value: '0', label: 'без заголовков' }, ...rows]
}
