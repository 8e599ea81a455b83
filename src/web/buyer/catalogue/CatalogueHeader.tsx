import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CategoryNode, FilterReply } from '#shared/api/catalogue.ts'
import { cataloguePageSizes } from '#shared/constants.ts'
import { ratedPricesText, type CurrencyRate } from '#shared/rules/prices/currencies.ts'
import { StockAge } from '#web/parts/stock-age/StockAge.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import { withCount, quantity } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { CataloguePager } from './CataloguePager.tsx'
import { chipsOf, type FoundNames } from './chips.ts'
import { SortSelect } from './SortSelect.tsx'
import { resetView, type CatalogueView, type ViewChange } from './url-state.ts'
import type { ListLayout } from './view-cookie.ts'
import { PageTitle } from '#web/ui/page/PageTitle.tsx'
import styles from './catalogue.module.css'

type HeaderProps = {
  view: CatalogueView
  reply: FilterReply | undefined
  foundNames: FoundNames
  path: readonly CategoryNode[]
  layout: ListLayout
  showPrices: boolean
  /** The rate at which the contract's prices are sold; null: they are in roubles. */
  rate: CurrencyRate | null
  panelOpen: boolean
  /** Further actions on the view, and a link to the basket. */
  actions: { inline: ReactNode; menu: ReactNode }
  onLayout: (layout: ListLayout) => void
  onPanel: () => void
  onChange: (change: ViewChange) => void
}

const layouts = [
  { value: 'table', label: 'Таблица', icon: 'list' },
  { value: 'grid', label: 'Плитка', icon: 'grid' },
] as const
const ranges = [
  { value: 'all', label: 'Везде' },
  { value: 'articul', label: 'В артикуле' },
  { value: 'header', label: 'В названии' },
] as const
const goods = ['товар', 'товара', 'товаров'] as const
const pageSizeOptions = cataloguePageSizes.map((size) => ({ value: String(size), label: `по ${size}` }))

/** Title, count, active conditions and pager of the catalogue. */
export function CatalogueHeader({
  view,
  reply,
  foundNames,
  path,
  layout,
  showPrices,
  rate,
  panelOpen,
  actions,
  onLayout,
  onPanel,
  onChange,
}: HeaderProps) {
  const phone = usePhone()
  const chips = chipsOf(view, reply, foundNames)
  const title = path.at(-1)?.header ?? (view.query ? 'Поиск' : 'Каталог')
  return (
    <div className={styles.header}>
      <PageTitle>{title}</PageTitle>
      <div className={styles.line}>
        <Crumbs path={path} query={view.query} />
        <h1 className="clip">{title}</h1>
        <span className="dim nowrap">
          {reply && (phone ? quantity(reply.pagination.total) : withCount(reply.pagination.total, goods))}
        </span>
        <span className="grow" />
        {actions.inline}
        <span className={styles.age}>
          <StockAge unless="late" />
        </span>
        {actions.menu}
        <span className={styles.wideOnly}>
          <IconButton
            small
            className={styles.fold}
            icon="panel"
            label={panelOpen ? 'Свернуть фильтры' : 'Показать фильтры'}
            aria-pressed={panelOpen}
            onClick={onPanel}
          />
          <Segments label="Вид списка" options={layouts} value={layout} onChange={onLayout} />
        </span>
      </div>
      <div className={styles.line}>
        <span className={styles.phoneOnly}>
          <Button small icon="filter" popoverTarget="filters">
            Фильтры{chips.length > 0 && ` · ${chips.length}`}
          </Button>
        </span>
        <div className={styles.chips}>
          {chips.map(({ key, label, without }) => (
            <Chip key={key} label={label} onRemove={() => onChange(without)} />
          ))}
          {chips.length > 0 && (
            <Button small variant="plain" onClick={() => onChange({ ...resetView(view), query: '' })}>
              Сбросить
            </Button>
          )}
        </div>
        {view.query !== '' && (
          <BarSelect
            label="Где искать"
            options={ranges}
            value={view.searchRange}
            onChange={({ currentTarget: { value } }) =>
              onChange({ searchRange: ranges.find((range) => range.value === value)?.value ?? 'all' })
            }
          />
        )}
        {(phone || layout === 'grid') && <SortSelect view={view} showPrices={showPrices} onChange={onChange} />}
        {reply && (
          <span className={styles.wideOnly}>
            <BarSelect
              label="Строк на странице"
              options={pageSizeOptions}
              value={String(view.perpage)}
              onChange={({ currentTarget }) => onChange({ perpage: Number(currentTarget.value) })}
            />
            <CataloguePager view={view} pages={reply.pagination.pages} />
          </span>
        )}
      </div>
      {rate && <p className="small dim">{ratedPricesText(rate)}</p>}
    </div>
  )
}

function Crumbs({ path, query }: { path: readonly CategoryNode[]; query: string }) {
  if (path.length === 0 && query === '') return null
  return (
    <nav className={styles.crumbs} aria-label="Путь">
      <Link to="/catalog/{-$url}" params={{ url: undefined }}>
        Каталог
      </Link>
      <Icon name="right" />
      {path.slice(0, -1).map(({ id, header, url }) => (
        <span key={id} className="row">
          <Link to="/catalog/{-$url}" params={{ url }}>
            {header}
          </Link>
          <Icon name="right" />
        </span>
      ))}
    </nav>
  )
}
