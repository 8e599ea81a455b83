import { initialQuantity } from '#shared/rules/step.ts'
import { shownMilli, stockLabel, type StockDisplay } from '#server/customers/organisations/stock-display.ts'
import { hasBit } from '../bits.ts'
import type { ByteWriter } from './byte-writer.ts'
import type { FacetFilter, FacetView, RowView } from '../query.ts'
import type { Snapshot } from '../snapshot.ts'
import { packStrings, type StringPool } from '../string-pool.ts'

/** Display settings of the view's contract. */
export type Presentation = {
  warehouses: readonly { id: number; header: string }[]
  stockDisplay: StockDisplay
}

/** JSON pieces shared by all rows of a snapshot. */
export type RowPieces = { units: StringPool; pictureTypes: StringPool }

export function rowPieces({ units, pictureTypes }: Snapshot): RowPieces {
  return {
    units: packStrings(units.map((unit) => `,"unit":${JSON.stringify(unit)},"quantity":`)),
    pictureTypes: packStrings(pictureTypes.map((type) => `,"picturetype":${JSON.stringify(type)}`)),
  }
}

type WarehousePieces = { shipping: StringPool; stocks: StringPool }
const warehousePieces = new WeakMap<Presentation, WarehousePieces>()

/** Cached for as long as the contract's settings are. */
function piecesOf(presentation: Presentation): WarehousePieces {
  const known = warehousePieces.get(presentation)
  if (known !== undefined) return known
  const { warehouses } = presentation
  const pieces = {
    shipping: packStrings(
      ['', ...warehouses.map(({ header }) => header)].map((header) => `,"wms":${JSON.stringify(header)},"stocks":[`),
    ),
    stocks: packStrings(warehouses.map(({ id }, index) => `${index > 0 ? ',' : ''}{"wms_id":${id},"quantity":`)),
  }
  warehousePieces.set(presentation, pieces)
  return pieces
}

/** Writes the rows of one answer, without the caller's marks and the closing brace. */
export function createRowWriter(
  snapshot: Snapshot,
  writer: ByteWriter,
  pieces: RowPieces,
  view: FacetView,
  presentation: Presentation,
  filter: FacetFilter,
): (row: RowView) => void {
  const { pricesHidden } = view
  const { warehouses, stockDisplay } = presentation
  const { shipping, stocks } = piecesOf(presentation)

  return (row) => {
    writer.pooled(snapshot.rowJson, row.row)
    // 0: price politics hide it.
    writeMoney(writer, ',"price":', pricesHidden || row.priceKopecks === 0 ? null : row.priceKopecks)
    writeMoney(writer, ',"price_rrc":', pricesHidden ? null : row.rrcKopecks)
    writeMoney(writer, ',"old_price":', pricesHidden ? null : row.oldKopecks)
    writer.ascii(',"total_rest":')
    writer.decimal(shownMilli(row.totalMilli, stockDisplay), 1000)
    writer.ascii(',"available_for_order":')
    writer.decimal(shownMilli(row.availableForOrderMilli, stockDisplay), 1000)
    writer.ascii(row.availableForOrderMilli === 0 && row.restMilli > 0 ? ',"below_step":true' : ',"below_step":false')
    writer.pooled(pieces.units, snapshot.itemUnit[row.item]!)
    const stepMilli = snapshot.itemStep[row.item]!
    writer.decimal(initialQuantity(stepMilli, row.availableForOrderMilli), 1000)
    writer.ascii(',"step":')
    writer.decimal(stepMilli, 1000)
    writer.ascii(',"decimals":')
    writer.whole(snapshot.itemDecimals[row.item]!)
    const shippedFrom = shippingWarehouse(filter, warehouses, row)
    writer.ascii(',"wms_id":')
    writer.whole(warehouses[shippedFrom]?.id ?? 0)
    writer.pooled(shipping, shippedFrom + 1)
    for (let index = 0; index < warehouses.length; index += 1) {
      writer.pooled(stocks, index)
      writer.decimal(shownMilli(row.stocksMilli[index] ?? 0, stockDisplay), 1000)
      writer.ascii('}')
    }
    const label = stockLabel(row.restMilli, stockDisplay)
    if (label === null) writer.ascii('],"stock_label":null,"picture":')
    else writer.text(`],"stock_label":${JSON.stringify(label)},"picture":`)
    writer.whole(snapshot.rowPicture[row.row]!)
    writer.pooled(pieces.pictureTypes, snapshot.rowPictureType[row.row]!)
    writer.ascii(hasBit(snapshot.isNew, row.item) ? ',"new":true' : ',"new":false')
    writer.ascii(hasBit(snapshot.isHit, row.item) ? ',"hit":true' : ',"hit":false')
    writer.ascii(
      hasBit(snapshot.isSale, row.item) ? ',"sale":true,"variants_count":' : ',"sale":false,"variants_count":',
    )
    writer.whole(row.variantCount)
    writer.ascii(',')
  }
}

function writeMoney(writer: ByteWriter, name: string, kopecks: number | null): void {
  writer.ascii(name)
  if (kopecks === null) writer.ascii('null')
  else writer.decimal(kopecks, 100)
}

/**
 * The chosen warehouse, otherwise the first in order of preference where a step can be ordered, or that has stock; -1:
 * none.
 */
function shippingWarehouse(
  { warehouseId }: FacetFilter,
  warehouses: Presentation['warehouses'],
  { stocksMilli, orderableMilli }: RowView,
): number {
  if (warehouseId !== undefined) return warehouses.findIndex(({ id }) => id === warehouseId)
  const ordering = warehouses.findIndex((_, index) => (orderableMilli[index] ?? 0) > 0)
  const having = ordering >= 0 ? ordering : warehouses.findIndex((_, index) => (stocksMilli[index] ?? 0) > 0)
  return having < 0 && warehouses.length > 0 ? 0 : having
}
