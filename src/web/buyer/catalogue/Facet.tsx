import { useState } from 'react'
import { FacetSearch } from './FacetSearch.tsx'
import { FacetValues, type FacetValue } from './FacetValues.tsx'
import type { FacetSource } from './use-facet-values.ts'
import styles from './filter-panel.module.css'

type FacetProps = {
  title: string
  /** The values included in the reply of the list. */
  values: readonly FacetValue[]
  chosen: readonly number[]
  /** Source of further values; undefined: none. */
  source: FacetSource | undefined
  onToggle: (value: FacetValue) => void
}

const initialCount = 5
const searchableFrom = 16

/** Values of a brand, label or parameter: the first few and the chosen ones, more on request. */
export function Facet({ title, values, chosen, source, onToggle }: FacetProps) {
  const [open, setOpen] = useState(false)
  if (values.length === 0 && !source) return null
  const collapsedValues = values.filter(({ id }, index) => index < initialCount || chosen.includes(id))
  const hidden = values.length - collapsedValues.length
  const more = source ? (values.length === 0 ? 'выбрать' : 'ещё') : `ещё ${hidden}`
  return (
    <section>
      <h3>
        <span className="clip" title={title}>
          {title}
        </span>
        {(open || hidden > 0 || source) && (
          <button
            type="button"
            className={styles.more}
            aria-expanded={open}
            aria-label={`${title}: ${open ? 'свернуть' : more}`}
            onClick={() => setOpen(!open)}
          >
            {open ? 'свернуть' : more}
          </button>
        )}
      </h3>
      {!open ? (
        <FacetValues values={collapsedValues} chosen={chosen} onToggle={onToggle} />
      ) : source ? (
        <FacetSearch title={title} values={values} chosen={chosen} source={source} onToggle={onToggle} />
      ) : (
        <AllValues title={title} values={values} chosen={chosen} onToggle={onToggle} />
      )}
    </section>
  )
}

/** All values are in the list. */
function AllValues({ title, values, chosen, onToggle }: Omit<FacetProps, 'source'>) {
  const [typed, setTyped] = useState('')
  const found = values.filter(({ label }) => label.toLowerCase().includes(typed.trim().toLowerCase()))
  return (
    <>
      {values.length >= searchableFrom && (
        <input
          className={styles.find}
          type="search"
          aria-label={`Найти: ${title}`}
          placeholder="Найти"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <FacetValues long values={found} chosen={chosen} onToggle={onToggle} />
    </>
  )
}
