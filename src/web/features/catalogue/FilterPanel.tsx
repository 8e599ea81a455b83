import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { CategoryNode, FilterReply } from '#shared/api/catalogue.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Field.tsx'
import { counted, quantity } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Facet } from './Facet.tsx'
import { PriceRange } from './PriceRange.tsx'
import { toggled, toggledParam, writeView, readView, type CatalogueView, type ViewChange } from './url-state.ts'
import styles from './filter-panel.module.css'

type PanelProps = {
  view: CatalogueView
  reply: FilterReply | undefined
  /** No answer yet, and none refused. */
  waiting: boolean
  /** Undefined until it has come: what stands below it must not be pushed down by it. */
  tree: readonly CategoryNode[] | undefined
  path: readonly CategoryNode[]
  showPrices: boolean
  onChange: (change: ViewChange) => void
}

/** Everything that narrows the list, each with what it would leave. On a narrow screen it opens over the list. */
export function FilterPanel({ view, reply, waiting, tree, path, showPrices, onChange }: PanelProps) {
  return (
    <aside id="filters" className={`${styles.panel} no-print`} aria-label="Фильтры" popover="auto">
      <div className={styles.head}>
        <h2>Фильтры</h2>
        <span className="grow" />
        <IconButton icon="close" label="Закрыть фильтры" popoverTarget="filters" popoverTargetAction="hide" />
      </div>
      {tree === undefined ? (
        <div className={styles.sections}>
          <section>
            <Skeleton width="100%" height={480} />
          </section>
        </div>
      ) : (
        <div className={styles.sections}>
          <Categories tree={tree} path={path} view={view} />
          <section>
            <Checkbox label="В наличии" checked={view.available} count={reply?.flags.available} onChange={() => onChange({ available: !view.available })} />
            <Checkbox label="Новинки" checked={view.isNew} count={reply?.flags.new} onChange={() => onChange({ isNew: !view.isNew })} />
            <Checkbox label="Распродажа" checked={view.sale} count={reply?.flags.sale} onChange={() => onChange({ sale: !view.sale })} />
          </section>
          {showPrices && <PriceRange min={view.minPrice} max={view.maxPrice} bounds={reply?.prices} onChange={onChange} />}
          {reply ? <Facets view={view} reply={reply} onChange={onChange} /> : waiting && <Skeleton width="100%" height={120} />}
        </div>
      )}
      <div className={styles.foot}>
        <Button look="primary" wide popoverTarget="filters" popoverTargetAction="hide">
          Показать{reply && ` ${quantity(reply.pagination.total)}`}
        </Button>
      </div>
    </aside>
  )
}

/** The whole catalogue has parameters by the hundred: the first few and the chosen ones stand, the rest come on request. */
const paramForms = ['параметр', 'параметра', 'параметров'] as const
const paramsAtFirst = 8

function Facets({ view, reply, onChange }: { view: CatalogueView; reply: FilterReply; onChange: (change: ViewChange) => void }) {
  const [all, setAll] = useState(false)
  const params = all ? reply.params : reply.params.filter(({ id }, index) => index < paramsAtFirst || view.params[id])
  const hidden = reply.params.length - params.length
  return (
    <>
      <Facet
        title="Бренд"
        values={reply.brands.data.map(({ id, header, count }) => ({ id, label: header, count }))}
        chosen={view.brands}
        onToggle={(id) => onChange({ brands: toggled(view.brands, id) })}
      />
      <Facet
        title="Метки"
        values={reply.tags.data.map(({ id, header, count }) => ({ id, label: header, count }))}
        chosen={view.tags}
        onToggle={(id) => onChange({ tags: toggled(view.tags, id) })}
      />
      {params.map(({ id: param, header, values }) => (
        <Facet
          key={param}
          title={header}
          values={values.map(({ id, value, count }) => ({ id, label: value, count }))}
          chosen={view.params[param] ?? []}
          onToggle={(id) => onChange({ params: toggledParam(view.params, param, id) })}
        />
      ))}
      {(all || hidden > 0) && (
        <Button small look="plain" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Меньше параметров' : `Ещё ${counted(hidden, paramForms)}`}
        </Button>
      )}
    </>
  )
}

/** The way up, where one is, and what lies beside or below. */
function Categories({ tree, path, view }: { tree: readonly CategoryNode[]; path: readonly CategoryNode[]; view: CatalogueView }) {
  const here = path.at(-1)
  const leaf = here !== undefined && here.children.length === 0
  const above = leaf ? path.slice(0, -1) : path
  const listed = above.at(-1)?.children ?? tree
  if (tree.length === 0) return null
  return (
    <section>
      <h3>Категория</h3>
      {path.length > 0 && <CategoryLink node={undefined} view={view} back />}
      {above.map((node) => (
        <CategoryLink key={node.id} node={node} view={view} back={node !== here} current={node === here} />
      ))}
      <div className={above.length > 0 ? styles.branch : undefined}>
        {listed.map((node) => (
          <CategoryLink key={node.id} node={node} view={view} current={node === here} />
        ))}
      </div>
    </section>
  )
}

type CategoryLinkProps = { node: CategoryNode | undefined; view: CatalogueView; back?: boolean; current?: boolean }

function CategoryLink({ node, view, back = false, current = false }: CategoryLinkProps) {
  const { query, searchRange, available, sorting, perpage } = view
  return (
    <Link
      className={styles.category}
      to="/catalog/{-$url}"
      params={{ url: node?.url }}
      search={writeView({ ...readView({}), query, searchRange, available, sorting, perpage })}
      aria-current={current ? 'page' : undefined}
      activeProps={{}}
      title={node?.header}
    >
      {back && <Icon name="left" />}
      <span className="clip">{node?.header ?? 'Все товары'}</span>
      {node && !back && <em>{quantity(node.count)}</em>}
    </Link>
  )
}
