import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { BasketLine } from '#shared/api/basket.ts'
import { BulkBar } from '#web/ui/tables/BulkBar.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { withCount, quantity } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Page } from '#web/ui/page/Page.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { quantityHints } from './break-hints.ts'
import { CartBar } from './CartBar.tsx'
import { CartCards } from './CartCards.tsx'
import { CartTable } from './CartTable.tsx'
import { Checkout, type CheckoutProps } from './checkout/Checkout.tsx'
import { EmptyCart } from './EmptyCart.tsx'
import { StaffEditsNote } from './StaffEditsNote.tsx'
import { StockChangesNote } from './StockChangesNote.tsx'
import { PhoneSum } from './PhoneSum.tsx'
import { PrintedHead, PrintedTotals, type PrintedContract } from './PrintedTotals.tsx'
import { groupedLines, sortingOf, type CartSearch } from './cart-view.ts'
import { lineKey, type BasketData } from './lines.ts'
import { useCartActions, type CartCalls } from './use-cart-actions.ts'
import type { Warehouse } from './WarehousesDialog.tsx'
import styles from './cart.module.css'

const WarehousesDialog = lazy(() =>
  import('./WarehousesDialog.tsx').then((module) => ({ default: module.WarehousesDialog })),
)

/** Shorter baskets have no search and filters. */
const fewLines = 3

export type CartScreenProps = {
  basket: BasketData
  contract: PrintedContract | undefined
  /** The contract's warehouses. */
  warehouses: readonly Warehouse[]
  /** Error messages of the server by line key. */
  errors: Record<string, string>
  /** A call for the whole basket is running [T.12]. */
  busy: boolean
  /** The order is being sent, so changes would go into the next basket. */
  isPlacing: boolean
  /** The buyer's name, while staff act as them. */
  actedFor: string | undefined
  search: CartSearch
  onSearch: (search: CartSearch) => void
  onQuantity: (line: BasketLine, quantityMilli: number) => void
  calls: CartCalls
  checkout: Omit<CheckoutProps, 'basket'>
  /** Additional actions on the whole basket. */
  toDraft: ReactNode
}

/** The basket of the chosen contract: lines, changes, and checkout. */
export function CartScreen({
  basket,
  contract,
  warehouses,
  errors,
  busy,
  isPlacing,
  actedFor,
  search,
  onSearch,
  onQuantity,
  calls,
  checkout,
  toDraft,
}: CartScreenProps) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [lineInWarehouses, setLineInWarehouses] = useState<BasketLine>()
  const actions = useCartActions({ calls, onQuantity })
  const phone = usePhone()
  const { lines, count } = basket

  const staffEdits = <StaffEditsNote edits={basket.edits} actedFor={actedFor} busy={busy} onUndo={actions.undoEdits} />
  if (lines.length === 0) {
    return (
      <Page title="Корзина">
        {staffEdits}
        <EmptyCart contractNumber={contract?.number} busy={busy} />
      </Page>
    )
  }
  const groups = groupedLines(lines, search)
  const shownLines = groups.flatMap((group) => group.lines)
  // Actions apply only to visible rows.
  const chosen = shownLines.filter((line) => marked.has(lineKey(line)))
  const rows = {
    groups,
    errors,
    hints: quantityHints(lines),
    marked,
    sorting: sortingOf(search),
    onSort: ({ field, direction }: { field: string; direction: string }) =>
      onSearch({ ...search, sorting: `${field}.${direction}` }),
    onMark: setMarked,
    onQuantity: actions.setQuantity,
    onRemove: actions.remove,
    onComment: actions.comment,
    onWarehouses: warehouses.length > 1 ? setLineInWarehouses : undefined,
  }
  return (
    <Page
      title="Корзина"
      extra={
        <span className={`dim ${styles.beside}`}>
          {[
            withCount(count.products, ['строка', 'строки', 'строк']),
            totalOf(lines, count.total),
            contract && `договор № ${contract.number}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      }
      actions={
        <span className={`row wrap no-print ${styles.actions}`}>
          <Link to="/upload" className={buttonClass()}>
            <Icon name="upload" />
            Из файла
          </Link>
          {toDraft}
          {!phone && (
            <Button icon="print" onClick={() => print()}>
              Печать
            </Button>
          )}
          <Button variant="danger" onClick={() => void actions.clear(lines)}>
            Очистить
          </Button>
        </span>
      }
    >
      <PrintedHead contract={contract} />
      {staffEdits}
      <StockChangesNote lines={lines} onFix={actions.fixQuantities} busy={busy} />
      <div className={styles.columns}>
        <div className={styles.goods} aria-busy={busy || isPlacing} inert={isPlacing}>
          {(lines.length >= fewLines || Object.keys(search).length > 0) && (
            <CartBar search={search} shownCount={shownLines.length} all={lines.length} onSearch={onSearch} />
          )}
          {shownLines.length === 0 && (
            <EmptyState title="Таких строк нет" action={<Button onClick={() => onSearch({})}>Показать все</Button>}>
              В корзине {withCount(lines.length, ['строка', 'строки', 'строк'])}, но под условия ни одна не подходит
            </EmptyState>
          )}
          {shownLines.length > 0 && (phone ? <CartCards {...rows} /> : <CartTable {...rows} />)}
          <PrintedTotals lines={shownLines} all={lines.length} />
          {busy && <div className={styles.overlay} role="progressbar" aria-label="Корзина обновляется" />}
          {chosen.length > 0 && (
            <BulkBar count={chosen.length} onClear={() => setMarked(new Set())}>
              <Button
                small
                variant="danger"
                onClick={() => void actions.removeMarked(chosen).then((isRemoved) => isRemoved && setMarked(new Set()))}
              >
                Удалить
              </Button>
            </BulkBar>
          )}
          {phone && chosen.length === 0 && <PhoneSum lines={lines} />}
        </div>
        <Checkout basket={basket} {...checkout} />
      </div>
      {lineInWarehouses && (
        <Suspense>
          <WarehousesDialog
            line={lineInWarehouses}
            lines={lines}
            contract={basket.contract}
            warehouses={warehouses}
            onQuantity={actions.setQuantity}
            onRemove={actions.remove}
            onClose={() => setLineInWarehouses(undefined)}
          />
        </Suspense>
      )}
    </Page>
  )
}

/** Total quantity, only where all rows have the same unit. */
function totalOf(lines: readonly BasketLine[], total: number): string {
  const [unit, ...others] = new Set(lines.map((line) => line.unit))
  return unit === undefined || others.length > 0 ? '' : `${quantity(total)} ${unit}`
}
