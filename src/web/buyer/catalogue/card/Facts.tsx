import type { ProductCard } from '#shared/api/catalogue.ts'
import { Article } from '#web/parts/goods/Article.tsx'
import { ratedPricesText } from '#shared/rules/prices/currencies.ts'
import { OldPrice } from '#web/parts/goods/OldPrice.tsx'
import { marginPercent } from '#web/parts/goods/margin.ts'
import { quantityWithUnit, money, perUnit, volume, weight } from '#web/ui/format.ts'
import { OptionalItem } from '#web/ui/page/DescriptionItem.tsx'
import styles from './product-card.module.css'

/** What identifies the goods: article, brand, barcode, pack, VAT. */
export function Facts({ card }: { card: ProductCard }) {
  const packed = card.step !== 1
  const kilograms = card.weight === null ? '' : weight(card.weight * (packed ? card.step : 1))
  return (
    <dl className={`facts ${styles.facts}`}>
      <dt>Артикул</dt>
      <dd>
        <Article value={card.articul} />
      </dd>
      <OptionalItem name="Бренд" value={card.brand?.header} />
      <OptionalItem name="Штрихкод" value={card.barcode} />
      <OptionalItem
        name="Упаковка"
        value={packed ? [quantityWithUnit(card.step, card.unit), kilograms].filter(Boolean).join(', ') : ''}
      />
      <OptionalItem name="Вес" value={packed ? '' : kilograms} />
      <OptionalItem name="Объём" value={card.volume === null || card.volume < 0.001 ? '' : volume(card.volume)} />
      <OptionalItem name="НДС" value={card.vat === null ? '' : `${card.vat} %`} />
    </dl>
  )
}

/** The contract's price, the price before a sale, РРЦ and the margin. */
export function Prices({ card }: { card: ProductCard }) {
  const margin = marginPercent(card.price, card.price_rrc)
  const differ = new Set(card.variants.map(({ price }) => price)).size > 1
  return (
    <>
      <dl className={styles.prices}>
        <div>
          <dt>Ваша цена</dt>
          <dd className={styles.price}>
            {differ && <span className="dim">от </span>}
            {money(card.price)} <span className="dim">{perUnit(card.unit)}</span>{' '}
            <OldPrice roubles={card.old_price} className="dim" />
          </dd>
        </div>
        {card.price_rrc !== null && (
          <div>
            <dt>РРЦ</dt>
            <dd>{money(card.price_rrc)}</dd>
          </div>
        )}
        {margin !== undefined && (
          <div>
            <dt>Наценка</dt>
            <dd>{margin} %</dd>
          </div>
        )}
      </dl>
      {card.rate && <p className="small dim">{ratedPricesText(card.rate)}</p>}
    </>
  )
}
