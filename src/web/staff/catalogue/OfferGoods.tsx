import { useState, type FormEvent } from 'react'
import type { SellableGood } from '#shared/api/staff/offers.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { BarInput } from '#web/ui/forms/Field.tsx'
import { quantity } from '#web/ui/format.ts'
import { Card } from '#web/ui/page/Page.tsx'
import { GoodsPicker } from '#web/parts/goods/GoodsPicker.tsx'
import { withDiscount, type DraftGood, type FieldErrors } from './offer-draft.ts'
import { OfferGood } from './OfferGood.tsx'
import { sellable, useOffers } from './use-offers.ts'
import styles from './offers.module.css'

type GoodsProps = { goods: readonly DraftGood[]; errors: FieldErrors; onChange: (goods: readonly DraftGood[]) => void }

/** Goods of the offer, each with a price per price type. */
export function OfferGoods({ goods, errors, onChange }: GoodsProps) {
  const priceTypes = useOffers().data?.priceTypes ?? []
  const add = (good: SellableGood) => onChange([{ ...good, priceTexts: {} }, ...goods])
  const replace = (good: DraftGood) => onChange(goods.map((each) => (each.id === good.id ? good : each)))
  return (
    <Card title="Товары и цены" extra={<span className="dim">{quantity(goods.length)}</span>}>
      <div className={styles.bar}>
        <GoodsPicker
          label="Добавить товар: артикул или название"
          source={sellable}
          chosen={new Set(goods.map(({ id }) => id))}
          chosenLabel="В акции"
          onPick={add}
        />
        {goods.length > 0 && (
          <Discount
            onFill={(percent) => onChange(withDiscount(goods, percent, new Set(priceTypes.map(({ id }) => id))))}
          />
        )}
      </div>
      {goods.length === 0 ? (
        <EmptyState title="Товаров пока нет">Найдите товар по артикулу или названию и добавьте его</EmptyState>
      ) : (
        <ul className={styles.goods} aria-label="Товары акции">
          {goods.map((good) => (
            <OfferGood
              key={good.id}
              good={good}
              priceTypes={priceTypes}
              errors={errors}
              onChange={replace}
              onRemove={() => onChange(goods.filter(({ id }) => id !== good.id))}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Discount({ onFill }: { onFill: (percent: number) => void }) {
  const [percentText, setPercentText] = useState('')
  const percent = /^\d{1,2}$/.test(percentText.trim()) ? Number(percentText) : 0
  function fillPrices(event: FormEvent) {
    event.preventDefault()
    if (percent > 0) onFill(percent)
  }
  return (
    <form className="row" onSubmit={fillPrices}>
      <BarInput
        label="Скидка, %"
        placeholder="Скидка, %"
        inputMode="numeric"
        maxLength={2}
        className={styles.percent}
        value={percentText}
        onChange={({ currentTarget }) => setPercentText(currentTarget.value)}
      />
      <Button small type="submit" disabled={percent === 0} title="Обычная цена минус скидка, там, где цена не указана">
        Заполнить цены
      </Button>
    </form>
  )
}
