import { useState } from 'react'
import { Checkbox } from '#web/ui/Field.tsx'
import styles from './filter-panel.module.css'

type FacetValue = { id: number; label: string; count: number }

const shownAtFirst = 5
const searchedFrom = 16

/** Values of a brand, a label or a parameter; the first few and the chosen ones at once, the rest on request. */
export function Facet(props: { title: string; values: readonly FacetValue[]; chosen: readonly number[]; onToggle: (id: number) => void }) {
  const { title, values, chosen, onToggle } = props
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState('')
  if (values.length === 0) return null
  const shown = open
    ? values.filter(({ label }) => label.toLowerCase().includes(wanted.trim().toLowerCase()))
    : values.filter(({ id }, index) => index < shownAtFirst || chosen.includes(id))
  const hidden = values.length - shown.length
  return (
    <section>
      <h3>
        <span className="clip" title={title}>
          {title}
        </span>
        {(open || hidden > 0) && (
          <button type="button" className={styles.more} aria-expanded={open} aria-label={`${title}: ${open ? 'свернуть' : `ещё ${hidden}`}`} onClick={() => setOpen(!open)}>
            {open ? 'свернуть' : `ещё ${hidden}`}
          </button>
        )}
      </h3>
      {open && values.length >= searchedFrom && (
        <input
          className={styles.find}
          type="search"
          aria-label={`Найти: ${title}`}
          placeholder="Найти"
          value={wanted}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
      )}
      <div className={open ? styles.long : undefined}>
        {shown.map(({ id, label, count }) => (
          <div key={id} className={count === 0 ? 'dim' : undefined}>
            <Checkbox label={<span title={label}>{label}</span>} count={count} checked={chosen.includes(id)} onChange={() => onToggle(id)} />
          </div>
        ))}
      </div>
    </section>
  )
}
