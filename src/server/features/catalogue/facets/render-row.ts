import { initialQuantity } from '#shared/rules/step.ts'
import { shownMilli, stockLabel, type StockDisplay } from '#server/features/organisations/stock-display.ts'
import { hasBit } from './bits.ts'
import type { ByteWriter } from './byte-writer.ts'
import type { FacetFilter, FacetView, RowView } from './query.ts'
import type { Snapshot } from './snapshot.ts'

/** How the view's contract wants its answers told. */
export type Presentation = {
  warehouses: readonly { id: number; header: string }[]
  stockDisplay: StockDisplay
}

type RowWriter = (view: FacetView, presentation: Presentation, filter: FacetFilter, row: RowView) => void

/** Writes rows of one snapshot, all but the caller's marks and the closing brace. */
export function createRowWriter(snapshot: Snapshot, writer: ByteWriter): RowWriter {
  const units = snapshot.units.map((unit) => JSON.stringify(unit))
  const pictureTypes = snapshot.pictureTypes.map((type) => JSON.stringify(type))

  return (view, { warehouses, stockDisplay }, filter, row) => {
    const money = (name: string, kopecks: number | null) => {
      writer.ascii(name)
      if (kopecks === null || view.pricesHidden) writer.ascii('null')
      else writer.decimal(kopecks, 100)
    }
    const number = (name: string, value: number, scale = 1) => {
      writer.ascii(name)
      writer.decimal(value, scale)
    }
    const flag = (name: string, on: boolean) => writer.ascii(on ? `${name}true` : `${name}false`)
    const shown = (milli: number) => shownMilli(milli, stockDisplay)

    writer.pooled(snapshot.rowJson, row.row)
    money(',"price":', row.priceKopecks)
    money(',"price_rrc":', row.rrcKopecks)
    money(',"old_price":', row.oldKopecks)
    number(',"total_rest":', shown(row.totalMilli), 1000)
    number(',"available_for_order":', shown(row.availableMilli), 1000)
    writer.text(`,"unit":${units[snapshot.itemUnit[row.item]!]}`)
    const stepMilli = snapshot.itemStep[row.item]!
    number(',"quantity":', initialQuantity(stepMilli, row.totalMilli), 1000)
    number(',"step":', stepMilli, 1000)
    number(',"decimals":', snapshot.itemDecimals[row.item]!)
    const warehouse = shippingWarehouse(filter, warehouses, row)
    number(',"wms_id":', warehouse?.id ?? 0)
    writer.text(`,"wms":${JSON.stringify(warehouse?.header ?? '')},"stocks":[`)
    for (let index = 0; index < warehouses.length; index += 1) {
      number(index > 0 ? ',{"wms_id":' : '{"wms_id":', warehouses[index]!.id)
      number(',"quantity":', shown(row.stocksMilli[index] ?? 0), 1000)
      writer.ascii('}')
    }
    writer.text(`],"stock_label":${JSON.stringify(stockLabel(row.availableMilli, stockDisplay))}`)
    number(',"picture":', snapshot.rowPicture[row.row]!)
    writer.text(`,"picturetype":${pictureTypes[snapshot.rowPictureType[row.row]!]}`)
    flag(',"new":', hasBit(snapshot.isNew, row.item))
    flag(',"hit":', hasBit(snapshot.isHit, row.item))
    flag(',"sale":', hasBit(snapshot.isSale, row.item))
    number(',"variants_count":', row.variantCount)
    writer.ascii(',')
  }
}

/** The chosen warehouse, else the first preferred one that has the goods. */
function shippingWarehouse({ warehouseId }: FacetFilter, warehouses: Presentation['warehouses'], { stocksMilli }: RowView) {
  if (warehouseId !== undefined) return warehouses.find(({ id }) => id === warehouseId)
  return warehouses.find((_, index) => (stocksMilli[index] ?? 0) > 0) ?? warehouses[0]
}
