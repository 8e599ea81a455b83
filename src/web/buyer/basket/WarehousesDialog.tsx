import { useQuery } from '@tanstack/react-query'
import type { BasketLine } from '#shared/api/basket.ts'
import { product } from '#shared/api/catalogue.ts'
import { milli } from '#shared/rules/money.ts'
import { maxOrderable } from '#shared/rules/step.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { stock } from '#web/ui/format.ts'
import { Modal } from '#web/ui/dialogs/Modal.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { Stepper } from '#web/parts/goods/Stepper.tsx'
import table from '#web/ui/tables/table.module.css'
import { quantityRule } from '#web/parts/goods/quantity-rule.ts'

export type Warehouse = { id: number; header: string }

type DialogProps = {
  line: BasketLine
  /** All rows of the basket: those of the same product are shown. */
  lines: readonly BasketLine[]
  contract: number
  warehouses: readonly Warehouse[]
  onQuantity: (line: BasketLine, quantityMilli: number) => void
  onRemove: (line: BasketLine) => void
  onClose: () => void
}

/** Quantities of a product per warehouse; each is a row of the basket. */
export function WarehousesDialog({ line, lines, contract, warehouses, onQuantity, onRemove, onClose }: DialogProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['basket', 'stocks', contract, line.id],
    queryFn: async ({ signal }) =>
      stocksOf((await call(product, { id: line.parent ?? line.id, contract }, { signal })).product, line.id),
  })
  return (
    <Modal
      opened
      onClose={onClose}
      width={460}
      title={line.header}
      footer={
        <>
          <span className="grow" />
          <Button variant="primary" onClick={onClose}>
            Готово
          </Button>
        </>
      }
    >
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton width="100%" height={120} />}
      {data && (
        <table className={table.table}>
          <caption className="unseen">Заказ по складам</caption>
          <colgroup>
            <col />
            <col style={{ width: 96 }} />
            <col style={{ width: 156 }} />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">Склад</th>
              <th scope="col" className={table.number}>
                Остаток, {line.unit}
              </th>
              <th scope="col" className={table.number}>
                Заказ
              </th>
            </tr>
          </thead>
          <tbody>
            {warehouses.map(({ id, header }) => {
              const ownLine = lines.find((each) => each.id === line.id && each.wms === id) ?? {
                ...line,
                wms: id,
                wms_header: header,
                qnt: 0,
                sum: 0,
                comment: '',
              }
              const lineInWarehouse = { ...ownLine, available: data.stocks.get(id) ?? 0, stock_label: data.label }
              return (
                <tr key={id}>
                  <td>{header}</td>
                  <td className={table.number}>
                    {lineInWarehouse.stock_label !== null && lineInWarehouse.available > 0
                      ? 'есть'
                      : stock(lineInWarehouse.available)}
                  </td>
                  <td className={table.field}>
                    {isBelowStep(lineInWarehouse) ? (
                      <span className="small dim">Меньше кратности</span>
                    ) : (
                      <Stepper
                        label={`Количество: ${line.articul || line.header}, ${header}`}
                        column="warehouses"
                        value={milli(ownLine.qnt)}
                        rule={quantityRule(lineInWarehouse)}
                        unit={line.unit}
                        disabled={ownLine.qnt === 0 && lineInWarehouse.available === 0}
                        onChange={(quantityMilli) => onQuantity(lineInWarehouse, quantityMilli)}
                        onRemove={() => onRemove(lineInWarehouse)}
                      />
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </Modal>
  )
}

type Stocks = { wms_id: number; quantity: number }[]
/** Not in the basket yet, and less than one step is available. */
function isBelowStep(lineInWarehouse: BasketLine): boolean {
  return lineInWarehouse.qnt === 0 && lineInWarehouse.available > 0 && maxOrderable(quantityRule(lineInWarehouse)) === 0
}

type Card = {
  stocks: Stocks
  stock_label: string | null
  variants: { id: number; stocks: Stocks; stock_label: string | null }[]
}

function stocksOf(card: Card, id: number): { stocks: Map<number, number>; label: string | null } {
  const variant = card.variants.find((each) => each.id === id)
  const stocks = (variant ?? card).stocks.map(({ wms_id, quantity: left }) => [wms_id, left] as const)
  return { stocks: new Map(stocks), label: (variant ?? card).stock_label }
}
