import { useState, type KeyboardEvent } from 'react'
import { BarInput } from '#web/ui/forms/Field.tsx'
import { price } from '#web/ui/format.ts'
import { readPrice } from './price-text.ts'
import type { ViewChange } from './url-state.ts'

type RangeProps = {
  min: number | undefined
  max: number | undefined
  bounds: { min: number; max: number } | null | undefined
  onChange: (change: ViewChange) => void
}

/** Price from and to; applied on Enter and on blur. */
export function PriceRange({ min, max, bounds, onChange }: RangeProps) {
  const [low, setLow] = useDraft(min)
  const [high, setHigh] = useDraft(max)

  function commit() {
    const [from, to] = [readPrice(low), readPrice(high)]
    setLow(from === undefined ? '' : price(from))
    setHigh(to === undefined ? '' : price(to))
    if (from === min && to === max) return
    const isReversed = from !== undefined && to !== undefined && from > to
    onChange(isReversed ? { minPrice: to, maxPrice: from } : { minPrice: from, maxPrice: to })
  }

  const wiring = {
    inputMode: 'decimal' as const,
    onBlur: commit,
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Enter') commit()
    },
  }
  return (
    <section>
      <h3>Цена, ₽</h3>
      <div className="row">
        <BarInput
          label="Цена от"
          placeholder={bounds ? price(bounds.min) : 'от'}
          value={low}
          onChange={({ currentTarget }) => setLow(currentTarget.value)}
          {...wiring}
        />
        <span className="dim">–</span>
        <BarInput
          label="Цена до"
          placeholder={bounds ? price(bounds.max) : 'до'}
          value={high}
          onChange={({ currentTarget }) => setHigh(currentTarget.value)}
          {...wiring}
        />
      </div>
    </section>
  )
}

/** Text of a field while typing; a changed price in the URL replaces it. */
function useDraft(value: number | undefined): [string, (text: string) => void] {
  const [draft, setDraft] = useState<{ text: string; source: number | undefined }>({ text: '', source: Number.NaN })
  const priceText = value === undefined ? '' : price(value)
  return [Object.is(draft.source, value) ? draft.text : priceText, (text) => setDraft({ text, source: value })]
}
