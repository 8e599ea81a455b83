import { useDeferredValue, useState } from 'react'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { BarSearch } from '#web/ui/tables/BarSearch.tsx'
import { BarInput, Checkbox, TextArea } from '#web/ui/forms/Field.tsx'
import { withCount } from '#web/ui/format.ts'
import { withPastedTerminals, type TerminalDraft } from './company-draft.ts'
import styles from './staff-delivery.module.css'

type TerminalsProps = { terminals: TerminalDraft[]; onChange: (terminals: TerminalDraft[]) => void }

/** Longer lists are searched instead of scrolled. */
const maxShown = 60

/** Terminals of one carrier: searched by town or address, edited inline, pasted in bulk. */
export function TerminalsEditor({ terminals, onChange }: TerminalsProps) {
  const [wanted, setWanted] = useState('')
  const [pasted, setPasted] = useState('')
  const [summary, setSummary] = useState('')
  const text = useDeferredValue(wanted).trim().toLowerCase()
  const found = terminals
    .map((terminal, index) => ({ ...terminal, index }))
    .filter(({ city, header }) => `${city} ${header}`.toLowerCase().includes(text))
  const set = (index: number, patch: Partial<TerminalDraft>) =>
    onChange(terminals.map((terminal, each) => (each === index ? { ...terminal, ...patch } : terminal)))

  function addPasted() {
    const { terminals: all, added, invalid } = withPastedTerminals(terminals, pasted)
    onChange(all)
    setPasted(invalid.join('\n'))
    setSummary(
      [`Добавлено: ${added}`, invalid.length > 0 && `не прочитано строк: ${invalid.length}, они остались в поле`]
        .filter(Boolean)
        .join('; '),
    )
  }

  return (
    <fieldset className={styles.group}>
      <legend>Терминалы</legend>
      {terminals.length > 0 && (
        <div className="row wrap">
          <BarSearch label="Найти терминал" placeholder="Город или адрес" value={wanted} onSearch={setWanted} />
          <span className="small muted">
            {withCount(terminals.length, ['терминал', 'терминала', 'терминалов'])}
            {found.length > maxShown && `, показаны первые ${maxShown}`}
          </span>
        </div>
      )}
      <ul className={styles.terminals}>
        {found.slice(0, maxShown).map(({ index, ...terminal }) => (
          <li key={terminal.id ?? `new ${index}`}>
            <BarInput
              label={`Город терминала ${index + 1}`}
              maxLength={100}
              value={terminal.city}
              onChange={({ currentTarget }) => set(index, { city: currentTarget.value })}
            />
            <BarInput
              label={`Адрес терминала ${index + 1}`}
              maxLength={200}
              value={terminal.header}
              onChange={({ currentTarget }) => set(index, { header: currentTarget.value })}
            />
            <BarInput
              label={`Часы терминала ${index + 1}`}
              placeholder="часы"
              maxLength={200}
              value={terminal.schedule}
              onChange={({ currentTarget }) => set(index, { schedule: currentTarget.value })}
            />
            {terminal.id === undefined ? (
              <IconButton
                icon="trash"
                label={`Убрать: ${terminal.city}, ${terminal.header}`}
                onClick={() => onChange(terminals.filter((_terminal, each) => each !== index))}
              />
            ) : (
              <Checkbox
                label="предлагать"
                checked={terminal.active}
                onChange={({ currentTarget }) => set(index, { active: currentTarget.checked })}
              />
            )}
          </li>
        ))}
      </ul>
      <TextArea
        label="Добавить списком"
        hint={summary || 'По одному в строке: город; адрес; часы. Можно вставить столбцы из таблицы'}
        rows={3}
        value={pasted}
        onChange={({ currentTarget }) => setPasted(currentTarget.value)}
      />
      <div>
        <Button small disabled={pasted.trim() === ''} onClick={addPasted}>
          Добавить терминалы
        </Button>
      </div>
    </fieldset>
  )
}
