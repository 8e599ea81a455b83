import type { PriceListFile } from '#shared/api/price-lists.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Checkbox } from '#web/ui/forms/Field.tsx'
import { FileProgress } from '#web/ui/files/FileProgress.tsx'
import { withCount } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { Card } from '#web/ui/page/Page.tsx'
import { noGoodsYet } from '#web/parts/goods/goods-rows.ts'
import { CategoryTree } from './CategoryTree.tsx'
import { countOf, idsOf, type Choice, type Tree, nothingChosenText } from './choice.ts'
import { isUnfinished, type OrderPriceList } from './use-price-lists.ts'
import styles from './price-lists.module.css'

type FormProps = {
  contract: number
  tree: Tree
  /** The tree still belongs to another contract. */
  isRefreshing: boolean
  choice: Choice
  available: boolean
  order: OrderPriceList
  files: readonly PriceListFile[] | undefined
  onChange: (change: { choice?: Choice; available?: boolean }) => void
}

const goodsForms = ['товар', 'товара', 'товаров'] as const
const maxGoods = ['товара', 'товаров', 'товаров'] as const

/** Content of the spreadsheet, and the button that requests it. */
export function PriceListForm({ contract, tree, isRefreshing, choice, available, order, files, onChange }: FormProps) {
  const isEmpty = choice !== 'all' && choice.size === 0
  const running = files?.find(isUnfinished)
  return (
    <Card title="Что включить в прайс-лист">
      <div className={styles.creator} aria-busy={isRefreshing}>
        {tree.length === 0 ? (
          <EmptyState title={noGoodsYet}>По этому договору ничего не продаётся</EmptyState>
        ) : (
          <CategoryTree
            tree={tree}
            choice={choice}
            total={countOf(tree, 'all')}
            onChange={(choice) => onChange({ choice })}
          />
        )}
        <div className={styles.make}>
          <Checkbox label="Только в наличии" checked={available} onChange={() => onChange({ available: !available })} />
          <div className="row">
            <Button
              variant="primary"
              icon="download"
              busy={order.isPending}
              disabled={isEmpty || isRefreshing || tree.length === 0}
              onClick={() => order.mutate({ contract, categories: idsOf(choice), available })}
            >
              Скачать XLSX
            </Button>
            <span className="small dim">
              {isEmpty ? nothingChosenText : contents(countOf(tree, choice), available)}
            </span>
          </div>
          {order.error && (
            <Note tone="bad" role="alert">
              {order.error.message}
            </Note>
          )}
          {running && <FileProgress file={running} />}
        </div>
      </div>
    </Card>
  )
}

function contents(goods: number, available: boolean): string {
  return available ? `до ${withCount(goods, maxGoods)}` : withCount(goods, goodsForms)
}
