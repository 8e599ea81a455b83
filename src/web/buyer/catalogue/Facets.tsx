import { useState } from 'react'
import type { FilterInput, FilterReply } from '#shared/api/catalogue.ts'
import { Button } from '#web/ui/Button.tsx'
import { withCount } from '#web/ui/format.ts'
import { brandKey, tagKey, valueKey } from './chips.ts'
import { Facet } from './Facet.tsx'
import { toggled, toggledParam, type CatalogueView, type ViewChange } from './url-state.ts'

type FacetsProps = {
  view: CatalogueView
  filter: FilterInput
  reply: FilterReply
  onChange: (change: ViewChange) => void
  onFound: (key: string, name: string) => void
}

const paramForms = ['параметр', 'параметра', 'параметров'] as const
const initialParamCount = 8

/** The catalogue may have hundreds of parameters: only the first few and the chosen ones are shown at first. */
export function Facets({ view, filter, reply, onChange, onFound }: FacetsProps) {
  const [all, setAll] = useState(false)
  const params = all
    ? reply.params
    : reply.params.filter(({ id }, index) => index < initialParamCount || view.params[id])
  const hidden = reply.params.length - params.length
  return (
    <>
      <Facet
        title="Бренд"
        values={reply.brands.data.map(({ id, header, count }) => ({ id, label: header, count }))}
        chosen={view.brands}
        source={reply.brands.more && { facet: 'brands', filter }}
        onToggle={({ id, label }) => {
          onFound(brandKey(id), label)
          onChange({ brands: toggled(view.brands, id) })
        }}
      />
      <Facet
        title="Метки"
        values={reply.tags.data.map(({ id, header, count }) => ({ id, label: header, count }))}
        chosen={view.tags}
        source={reply.tags.more && { facet: 'tags', filter }}
        onToggle={({ id, label }) => {
          onFound(tagKey(id), label)
          onChange({ tags: toggled(view.tags, id) })
        }}
      />
      {params.map(({ id: param, header, values, more }) => (
        <Facet
          key={param}
          title={header}
          values={values.map(({ id, value, count }) => ({ id, label: value, count }))}
          chosen={view.params[param] ?? []}
          source={more && { facet: 'params', param, filter }}
          onToggle={({ id, label }) => {
            onFound(valueKey(param, id), label)
            onChange({ params: toggledParam(view.params, param, id) })
          }}
        />
      ))}
      {(all || hidden > 0) && (
        <Button small variant="plain" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Меньше параметров' : `Ещё ${withCount(hidden, paramForms)}`}
        </Button>
      )}
      {reply.params_left > 0 && (all || hidden === 0) && (
        <p className="small dim">И ещё {withCount(reply.params_left, paramForms)}: выберите категорию</p>
      )}
    </>
  )
}
