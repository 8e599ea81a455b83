import { useState, type ReactNode } from 'react'
import { tabNames, type BoundItem, type ProductCard, type TabName } from '#shared/api/catalogue.ts'
import { fileSize } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Tabs } from '#web/ui/page/Tabs.tsx'
import { LinkedGoods, type LinkedProps } from '#web/parts/goods/LinkedGoods.tsx'
import { PriceHistory } from './PriceHistory.tsx'
import { TabState } from './TabState.tsx'
import { useBinds } from './use-card-tabs.ts'
import styles from './product-card.module.css'

type Entries = ProductCard['tabs'][string]
type PanelProps = { card: ProductCard; entries: Entries; linked: LinkedProps }
type Kind = { label: string; withCount: boolean; Panel: (props: PanelProps) => ReactNode }

const linkedRowPixels = 48
const documentPixels = 28

const kinds: Record<TabName, Kind> = {
  params: { label: 'Характеристики', withCount: false, Panel: Params },
  description: { label: 'Описание', withCount: false, Panel: Description },
  analogues: { label: 'Аналоги', withCount: true, Panel: Goods },
  related: { label: 'Сопутствующие', withCount: true, Panel: Goods },
  documents: { label: 'Документы', withCount: true, Panel: Documents },
  prices: { label: 'История цены', withCount: false, Panel: PriceHistory },
}

/** Tabs with further data; async ones load when opened. */
export function ProductTabs({ card, linked }: { card: ProductCard; linked: LinkedProps }) {
  const visibleTabs = tabNames.filter((name) => (card.tabs[name] ?? []).length > 0)
  const [chosen, setChosen] = useState<TabName>()
  const active = visibleTabs.find((name) => name === chosen) ?? visibleTabs[0]
  if (active === undefined) return null
  const { Panel } = kinds[active]
  const tabs = visibleTabs.map((name) => ({
    name,
    label: kinds[name].withCount ? `${kinds[name].label} · ${card.tabs[name]?.length ?? 0}` : kinds[name].label,
  }))
  return (
    <Tabs label="О товаре" tabs={tabs} active={active} onActivate={setChosen}>
      <Panel key={active} card={card} entries={card.tabs[active] ?? []} linked={linked} />
    </Tabs>
  )
}

function Description({ card }: PanelProps) {
  return <p className={styles.description}>{card.description}</p>
}

function Params({ card }: PanelProps) {
  return (
    <dl className={styles.params}>
      {card.params.filter(hasContent).map(({ id, header, value }) => (
        <div key={id}>
          <dt>{header}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The step is already shown beside the quantities. */
const hasContent = ({ header }: { header: string }) => header !== 'Кратность'

function Goods({ card, entries, linked }: PanelProps) {
  const query = useBinds(
    card.id,
    'product',
    entries.map(({ id }) => id),
  )
  return (
    <TabState
      query={query}
      height={entries.length * linkedRowPixels}
      isEmpty={(items) => items.length === 0}
      empty="По выбранному договору таких товаров сейчас нет"
    >
      {(items) => (
        <LinkedGoods {...linked} rows={items.flatMap(({ data }) => (data.type === 'product' ? data.product : []))} />
      )}
    </TabState>
  )
}

function Documents({ card, entries }: PanelProps) {
  const query = useBinds(
    card.id,
    'document',
    entries.map(({ id }) => id),
  )
  return (
    <TabState
      query={query}
      height={entries.length * documentPixels}
      isEmpty={(items) => items.length === 0}
      empty="Документов больше нет"
    >
      {(items) => (
        <ul className={styles.documents}>
          {items.map(({ id, data }) => data.type === 'document' && <Document key={id} document={data} />)}
        </ul>
      )}
    </TabState>
  )
}

function Document({
  document: { header, link, extension, size },
}: {
  document: Extract<BoundItem, { type: 'document' }>
}) {
  return (
    <li>
      <Icon name="document" />
      <a href={link} target="_blank" rel="noreferrer">
        {header}
        <span className="dim">
          {' '}
          {extension.toUpperCase()}, {fileSize(size)}
        </span>
      </a>
    </li>
  )
}
