import type { BasketLine } from '#shared/api/basket.ts'
import { Button } from '#web/ui/Button.tsx'
import { counted, price, quantity } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { isOffStep, mendedOf, priceMove } from './lines.ts'

const mostNamed = 3

/** What moved since the goods were put in: once for all rows, with the button that settles it. */
export function MovedNote({ lines, busy, onMend }: { lines: readonly BasketLine[]; busy: boolean; onMend: () => void }) {
  const gone = lines.filter((line) => line.gone)
  const over = lines.filter((line) => line.over && !line.gone)
  const offStep = lines.filter((line) => isOffStep(line) && !line.over)
  const unfit = gone.length + over.length + offStep.length
  const repriced = lines.filter((line) => priceMove(line) !== 0)
  if (unfit === 0 && repriced.length === 0) return null
  return (
    <Note
      tone={unfit > 0 ? 'bad' : 'warn'}
      role="status"
      action={
        unfit > 0 && (
          <Button small busy={busy} onClick={onMend}>
            {wordsOf({ gone: gone.length > 0, over: over.length > 0, offStep: offStep.length > 0 })}
          </Button>
        )
      }
    >
      {over.length > 0 && (
        <p>
          <b className="bold">{counted(over.length, ['строка', 'строки', 'строк'])} больше остатка.</b> Пока вы собирали заказ, товар забрали: {named(over, leftOf)}.
        </p>
      )}
      {gone.length > 0 && (
        <p>
          <b className="bold">{counted(gone.length, ['товар больше не продаётся', 'товара больше не продаются', 'товаров больше не продаются'])} по договору:</b> {gone.slice(0, mostNamed).map(({ header }) => header).join('; ')}
          {gone.length > mostNamed && ` и ещё ${gone.length - mostNamed}`}.
        </p>
      )}
      {offStep.length > 0 && (
        <p>
          <b className="bold">{offStep.length === 1 ? 'Изменилась кратность.' : `Изменилась кратность в ${counted(offStep.length, ['строке', 'строках', 'строках'])}.`}</b>{' '}
          {named(offStep, mendingOf)}.
        </p>
      )}
      {repriced.length > 0 && (
        <p>
          <b className="bold">
            {repriced.length === 1 ? 'Изменилась цена.' : `Изменились цены в ${counted(repriced.length, ['строке', 'строках', 'строках'])}.`}
          </b>{' '}
          {named(repriced, (line) => `${price(line.old_price)} → ${price(line.price)} ₽`)}.
        </p>
      )}
    </Note>
  )
}

/** What the button will do. */
function wordsOf({ gone, over, offStep }: { gone: boolean; over: boolean; offStep: boolean }): string {
  if (offStep) return 'Исправить количество'
  if (over) return 'Уменьшить до остатка'
  return gone ? 'Убрать из корзины' : ''
}

function leftOf(line: BasketLine): string {
  if (line.available <= 0) return 'не осталось'
  if (mendedOf(line) === 0) return `осталось ${quantity(line.available)}, кратность ${quantity(line.step)}`
  if (line.stock_label !== null) return `осталось меньше ${quantity(line.qnt)}`
  return `осталось ${quantity(line.available)} из ${quantity(line.qnt)}`
}

function mendingOf(line: BasketLine): string {
  const mended = mendedOf(line)
  return mended === 0 ? `осталось меньше, чем ${quantity(line.step)}` : `${quantity(line.qnt)} → ${quantity(mended)}`
}

function named(lines: readonly BasketLine[], what: (line: BasketLine) => string): string {
  const names = lines.slice(0, mostNamed).map((line) => `${line.header} – ${what(line)}`)
  const left = lines.length - names.length
  return names.join('; ') + (left > 0 ? ` и ещё ${left}` : '')
}
