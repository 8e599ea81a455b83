import type { ProductCard } from '#shared/api/catalogue.ts'
import { money } from '#web/ui/format.ts'
import table from '#web/ui/tables/table.module.css'
import { thresholdText } from './break-texts.ts'
import { useGoodsBreaks } from './use-goods-breaks.ts'
import styles from './card-breaks.module.css'

type CardProps = { card: Pick<ProductCard, 'id' | 'variants'>; showPrices: boolean }

/** Lower prices of a product and its variants, from a quantity or a sum of the basket on. */
export function CardBreaks({ card: { id, variants }, showPrices }: CardProps) {
  const ids = variants.length === 0 ? [id] : variants.map((variant) => variant.id)
  const breaksById = useGoodsBreaks(ids, { enabled: showPrices })
  const rows = ids.flatMap((each) => {
    const good = breaksById.get(each)
    const articul = variants.find((variant) => variant.id === each)?.articul
    return (good?.breaks ?? []).map((priceBreak) => ({
      key: `${each} ${priceBreak.by} ${priceBreak.from}`,
      articul,
      threshold: thresholdText(priceBreak, good?.unit ?? ''),
      price: priceBreak.price,
    }))
  })
  if (rows.length === 0) return null
  return (
    <table className={`${table.table} ${styles.breaks}`}>
      <caption>Дешевле, если взять больше</caption>
      <tbody>
        {rows.map(({ key, articul, threshold, price }) => (
          <tr key={key}>
            {articul !== undefined && <td className="dim">{articul}</td>}
            <th scope="row">{threshold}</th>
            <td className={`${table.number} ${table.strong}`}>{money(price)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
