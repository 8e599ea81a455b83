import { Link } from '@tanstack/react-router'
import type { CategoryNode, FilterInput, FilterReply } from '#shared/api/catalogue.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/forms/Field.tsx'
import { quantity } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { Facets } from './Facets.tsx'
import { PriceRange } from './PriceRange.tsx'
import { writeView, readView, type CatalogueView, type ViewChange } from './url-state.ts'
import styles from './filter-panel.module.css'

type PanelProps = {
  view: CatalogueView
  /** The filter input of the list. */
  filter: FilterInput
  reply: FilterReply | undefined
  /** Neither an answer nor an error yet. */
  isRefreshing: boolean
  /** Undefined while loading: its space is reserved. */
  tree: readonly CategoryNode[] | undefined
  path: readonly CategoryNode[]
  showPrices: boolean
  onChange: (change: ViewChange) => void
  /** A facet value found by search, by the key of its chip. */
  onFound: (key: string, name: string) => void
}

/** Filters of the list with counts. On a narrow screen the panel covers the list. */
export function FilterPanel({
  view,
  filter,
  reply,
  isRefreshing,
  tree,
  path,
  showPrices,
  onChange,
  onFound,
}: PanelProps) {
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
            <Checkbox
              label="В наличии"
              checked={view.available}
              count={reply?.flags.available}
              onChange={() => onChange({ available: !view.available })}
            />
            <Checkbox
              label="Новинки"
              checked={view.isNew}
              count={reply?.flags.new}
              onChange={() => onChange({ isNew: !view.isNew })}
            />
            <Checkbox
              label="Распродажа"
              checked={view.sale}
              count={reply?.flags.sale}
              onChange={() => onChange({ sale: !view.sale })}
            />
          </section>
          {showPrices && (
            <PriceRange min={view.minPrice} max={view.maxPrice} bounds={reply?.prices} onChange={onChange} />
          )}
          {reply ? (
            <Facets view={view} filter={filter} reply={reply} onChange={onChange} onFound={onFound} />
          ) : (
            isRefreshing && <Skeleton width="100%" height={120} />
          )}
        </div>
      )}
      <div className={styles.foot}>
        <Button variant="primary" wide popoverTarget="filters" popoverTargetAction="hide">
          Показать{reply && ` ${quantity(reply.pagination.total)}`}
        </Button>
      </div>
    </aside>
  )
}

/** Parent categories, the current one, and its siblings or children. */
function Categories({
  tree,
  path,
  view,
}: {
  tree: readonly CategoryNode[]
  path: readonly CategoryNode[]
  view: CatalogueView
}) {
  const current = path.at(-1)
  const leaf = current !== undefined && current.children.length === 0
  const above = leaf ? path.slice(0, -1) : path
  const listed = above.at(-1)?.children ?? tree
  if (tree.length === 0) return null
  return (
    <section>
      <h3>Категория</h3>
      {path.length > 0 && <CategoryLink node={undefined} view={view} back />}
      {above.map((node) => (
        <CategoryLink key={node.id} node={node} view={view} back={node !== current} current={node === current} />
      ))}
      <div className={above.length > 0 ? styles.branch : undefined}>
        {listed.map((node) => (
          <CategoryLink key={node.id} node={node} view={view} current={node === current} />
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
