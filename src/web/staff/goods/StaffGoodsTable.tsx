import { Link } from '@tanstack/react-router'
import type { StaffGoodRow } from '#shared/api/staff/goods.ts'
import { goodsFlags } from '#shared/rules/goods/goods-flags.ts'
import type { GoodsLabel } from '#shared/api/staff/labels.ts'
import { Article } from '#web/parts/goods/Article.tsx'
import { Picture } from '#web/parts/goods/Picture.tsx'
import { SkeletonRows } from '#web/ui/page/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import table from '#web/ui/tables/table.module.css'
import { moveRowFocus } from '#web/ui/tables/move-row-focus.ts'
import { selectPageLabel } from '#web/ui/format.ts'
import { flagLabels } from './flag-texts.ts'
import type { GoodsSearch } from './goods-url.ts'
import styles from './staff-goods.module.css'

export type StaffGoodsRows = {
  goods: readonly StaffGoodRow[] | undefined
  isRefreshing: boolean
  labels: readonly GoodsLabel[]
  search: GoodsSearch
  marked: ReadonlySet<number>
  onMark: (goods: readonly StaffGoodRow[], checked: boolean) => void
}

export function StaffGoodsTable({ goods, isRefreshing, labels, search, marked, onMark }: StaffGoodsRows) {
  const areAllMarked = goods !== undefined && goods.length > 0 && goods.every(({ id }) => marked.has(id))
  return (
    <div className={table.frame}>
      <table
        className={`${table.table} ${isRefreshing ? table.refreshing : ''}`}
        aria-busy={isRefreshing || goods === undefined}
      >
        <caption className="unseen">Товары</caption>
        <colgroup>
          <col style={{ width: 28 }} />
          <col style={{ width: 36 }} />
          <col style={{ width: 118 }} />
          <col />
          <col style={{ width: 102 }} />
          <col style={{ width: 122 }} />
          <col style={{ width: 118 }} />
          <col style={{ width: 122 }} />
          <col style={{ width: 46 }} />
          <col style={{ width: 52 }} />
          <col style={{ width: 44 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                aria-label={selectPageLabel}
                checked={areAllMarked}
                onChange={() => goods && onMark(goods, !areAllMarked)}
              />
            </th>
            <th scope="col">
              <span className="unseen">Фото</span>
            </th>
            <th scope="col">Артикул</th>
            <th scope="col">Наименование</th>
            <th scope="col">Код</th>
            <th scope="col">Штрихкод</th>
            <th scope="col">Признаки</th>
            <th scope="col">Метки</th>
            <th scope="col" className={table.number} title="Картинок">
              Карт.
            </th>
            <th scope="col" className={table.number} title="Аналогов и сопутствующих">
              Связи
            </th>
            <th scope="col" className={table.number} title="Документов">
              Док.
            </th>
          </tr>
        </thead>
        <tbody>
          {goods ? (
            goods.map((good) => (
              <Row
                key={good.id}
                good={good}
                search={search}
                labels={labels}
                checked={marked.has(good.id)}
                onCheck={(checked) => onMark([good], checked)}
              />
            ))
          ) : (
            <SkeletonRows rows={20} columns={11} />
          )}
        </tbody>
      </table>
    </div>
  )
}

function Row({
  good,
  search,
  labels,
  checked,
  onCheck,
}: {
  good: StaffGoodRow
  search: GoodsSearch
  labels: readonly GoodsLabel[]
  checked: boolean
  onCheck: (checked: boolean) => void
}) {
  const {
    articul,
    header,
    code,
    barcode,
    brand,
    picture,
    picturetype,
    pictures_count: pictures,
    binds_count: binds,
    documents_count: documents,
  } = good
  const names = labelNames(good, labels)
  return (
    <tr data-on={checked || undefined}>
      <td>
        <input
          type="checkbox"
          aria-label={`Выбрать ${articul} ${header}`}
          checked={checked}
          onChange={() => onCheck(!checked)}
        />
      </td>
      <td className={styles.photo}>
        <Picture id={picture} type={picturetype} />
      </td>
      <td>
        <Article value={articul} />
      </td>
      <td title={[header, brand].filter(Boolean).join(', ')}>
        <GoodLink good={good} search={search} onKeyDown={moveRowFocus} />
      </td>
      <td className="dim">{code}</td>
      <td className="dim">{barcode}</td>
      <td>
        <span className={styles.marks}>
          <Flags good={good} />
        </span>
      </td>
      <td title={names.join(', ')}>{names.join(', ')}</td>
      <td className={`${table.number} ${pictures === 0 ? 'warn' : 'dim'}`}>{pictures}</td>
      <td className={`${table.number} dim`}>{binds || '–'}</td>
      <td className={`${table.number} dim`}>{documents || '–'}</td>
    </tr>
  )
}

export function GoodLink({
  good: { id, header, active, variants_count: variants },
  search,
  onKeyDown,
}: {
  good: StaffGoodRow
  search: GoodsSearch
  onKeyDown?: typeof moveRowFocus
}) {
  return (
    <>
      <Link to="/admin/goods/$id" params={{ id: String(id) }} search={search} data-row onKeyDown={onKeyDown}>
        {header}
      </Link>
      {variants > 0 && <span className="dim"> · вариантов {variants}</span>}
      {!active && <span className="dim"> · ушёл из каталога</span>}
    </>
  )
}

/** Flags shown to buyers, and flags overridden by staff. */
export function Flags({ good }: { good: StaffGoodRow }) {
  return goodsFlags
    .filter((flag) => good[flag] || good.by_hand.includes(flag))
    .map((flag) => {
      const { label, tone } = flagLabels[flag]
      const isOverridden = good.by_hand.includes(flag)
      if (!good[flag]) return <Tag key={flag}>{`не ${label.toLowerCase()}`}</Tag>
      return (
        <Tag key={flag} tone={tone}>
          {label}
          {isOverridden && <span className="dim"> вручную</span>}
        </Tag>
      )
    })
}

export function labelNames({ tags }: StaffGoodRow, labels: readonly GoodsLabel[]): string[] {
  return tags.flatMap((tag) => labels.find(({ id }) => id === tag)?.header ?? [])
}
