import type { BasketLine } from '#shared/api/basket.ts'
import { price, quantity } from '#web/ui/format.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { isOffStep, isOver, priceMove } from './lines.ts'

/** What moved in this row since it was put in. */
export function RowNews({ line }: { line: BasketLine }) {
  const move = priceMove(line)
  return (
    <>
      {isOver(line) && <Tag tone="bad">{line.gone ? 'не продаётся' : line.available > 0 ? `есть ${quantity(line.available)}` : 'нет в наличии'}</Tag>}
      {isOffStep(line) && <Tag tone="bad">{line.decimals === 2 ? 'округляется до сотых' : `кратно ${quantity(line.step)}`}</Tag>}
      {move !== 0 && (
        <Tag tone={move > 0 ? 'warn' : 'ok'}>
          цена {move > 0 ? '+' : '−'}
          {withKopecks(Math.abs(move))}
        </Tag>
      )}
    </>
  )
}

/** A difference always shows its kopecks: '+12,00'. */
function withKopecks(roubles: number): string {
  const text = price(roubles)
  return text.includes(',') ? text : `${text},00`
}
