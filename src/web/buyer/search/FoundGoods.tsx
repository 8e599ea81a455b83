import { useEffectEvent, useLayoutEffect, useMemo } from 'react'
import type { ProductRow } from '#shared/api/catalogue.ts'
import { withCount } from '#web/ui/format.ts'
import type { GoodsFinder } from '#web/parts/goods/goods-finder.ts'
import { GoodsOptions, type GoodsOption } from '#web/parts/goods/GoodsOptions.tsx'
import { useQuickSearch } from './use-quick-search.ts'

const none: GoodsOption[] = []

/** Suggestions for a few typed characters. */
export function FoundGoods({ id, typed, active, onFound, onChoose, onPoint }: Parameters<GoodsFinder>[0]) {
  const { data, error, isCurrent } = useQuickSearch(typed)
  const goods = useMemo(() => data?.goods.map(optionOf) ?? none, [data])
  const report = useEffectEvent(onFound)
  // Before the list is painted: Enter pressed on what is seen always finds it.
  useLayoutEffect(() => report(isCurrent ? goods : undefined), [goods, isCurrent])
  return (
    <>
      <p className="unseen" role="status">
        {data && isCurrent ? `Найдено: ${withCount(data.count, ['товар', 'товара', 'товаров'])}` : ''}
      </p>
      {error ? (
        <p className="small bad" data-note>
          {error.message}
        </p>
      ) : (
        data?.count === 0 && (
          <p className="small dim" data-note>
            По запросу «{typed.trim()}» ничего нет{data.suggestion !== null && `. Может быть, «${data.suggestion}»?`}
          </p>
        )
      )}
      <GoodsOptions
        id={id}
        label="Найденные товары"
        goods={goods}
        active={isCurrent ? active : -1}
        onChoose={onChoose}
        onPoint={onPoint}
      />
    </>
  )
}

function optionOf({
  id,
  header,
  articul,
  unit,
  total_rest,
  stock_label,
  price,
  picture,
  picturetype,
}: ProductRow): GoodsOption {
  return { id, header, articul, unit, available: total_rest, stock_label, price, picture, picturetype }
}
