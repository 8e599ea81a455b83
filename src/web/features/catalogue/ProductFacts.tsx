import { useState, type ReactNode } from 'react'
import type { ProductCard } from '#shared/api/catalogue.ts'
import { Article } from '#web/ui/Article.tsx'
import { marginPercent, money, quantity, volume, weight } from '#web/ui/format.ts'
import { Picture } from '#web/ui/Picture.tsx'
import styles from './product-modal.module.css'

/** Picture and plain facts to the left; price, grid, parameters and description to the right. */
export function ProductFacts({ card, showPrices, children }: { card: ProductCard; showPrices: boolean; children: ReactNode }) {
  const params = card.params.filter(({ header }) => header !== 'Кратность')
  return (
    <div className={styles.sides}>
      <div className="column">
        <Pictures card={card} />
        <dl className="facts">
          <dt>Артикул</dt>
          <dd>
            <Article value={card.articul} />
          </dd>
          <Fact name="Бренд" value={card.brand?.header} />
          <Fact name="Штрихкод" value={card.barcode} />
          <Fact name="Кратность" value={card.step === 1 ? '' : `${quantity(card.step)} ${card.unit}`} />
          <Fact name="Вес" value={card.weight === null ? '' : weight(card.weight)} />
          <Fact name="Объём" value={card.volume === null || card.volume < 0.001 ? '' : volume(card.volume)} />
          <Fact name="НДС" value={card.vat === null ? '' : `${card.vat} %`} />
        </dl>
      </div>
      <div className={styles.main}>
        {showPrices && <Prices card={card} />}
        {children}
        {params.length > 0 && (
          <section>
            <h3 className={styles.caption}>Характеристики</h3>
            <dl className={styles.params}>
              {params.map(({ id, header, value }) => (
                <div key={id}>
                  <dt>{header}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        {card.description !== '' && (
          <section>
            <h3 className={styles.caption}>Описание</h3>
            <p className={styles.description}>{card.description}</p>
          </section>
        )}
      </div>
    </div>
  )
}

function Pictures({ card }: { card: ProductCard }) {
  const pictures = card.pictures.length > 0 ? card.pictures : [{ id: card.picture, type: card.picturetype }]
  const [at, setAt] = useState(0)
  const main = pictures[at] ?? pictures[0]
  return (
    <>
      {main && <Picture id={main.id} type={main.type} size={260} height={236} alt={card.header} eager />}
      {pictures.length > 1 && (
        <div className="row wrap">
          {pictures.map(({ id, type }, index) => (
            <button key={id} type="button" className={styles.thumb} aria-label={`Фото ${index + 1}`} aria-pressed={index === at} onClick={() => setAt(index)}>
              <Picture id={id} type={type} size={48} />
            </button>
          ))}
        </div>
      )}
    </>
  )
}

function Prices({ card }: { card: ProductCard }) {
  const margin = marginPercent(card.price, card.price_rrc)
  return (
    <div className={styles.prices}>
      <div>
        <div className="dim small">Ваша цена</div>
        <div className={styles.price}>
          {money(card.price)} <span className="dim">/ {card.unit}</span>
          {card.old_price !== null && <s className="dim"> {money(card.old_price)}</s>}
        </div>
      </div>
      {card.price_rrc !== null && (
        <div>
          <div className="dim small">РРЦ</div>
          <div className={styles.other}>{money(card.price_rrc)}</div>
        </div>
      )}
      {margin !== undefined && (
        <div>
          <div className="dim small">Наценка</div>
          <div className={styles.other}>{margin} %</div>
        </div>
      )}
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string | undefined }) {
  if (!value) return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
