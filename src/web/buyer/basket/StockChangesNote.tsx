import type { BasketLine } from '#shared/api/basket.ts'
import { listPhrases } from '#shared/rules/list-text.ts'
import { stepText } from '#shared/rules/step-text.ts'
import { stepRule } from '#web/parts/goods/quantity-rule.ts'
import { Button } from '#web/ui/Button.tsx'
import { withCount, price, quantity } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { isNotMultiple, fixedQuantity, priceChange } from './lines.ts'

const maxNamed = 3

/** Summary of changes since the goods were added, with a button that fixes the quantities. */
export function StockChangesNote({
  lines,
  busy,
  onFix,
}: {
  lines: readonly BasketLine[]
  busy: boolean
  onFix: () => void
}) {
  const gone = lines.filter((line) => line.gone)
  const goneNames = gone.map(({ header }) => header)
  const exceeding = lines.filter((line) => line.over && !line.gone)
  const notMultiple = lines.filter((line) => isNotMultiple(line) && !line.over)
  const toFixCount = gone.length + exceeding.length + notMultiple.length
  const repriced = lines.filter((line) => priceChange(line) !== 0)
  if (toFixCount === 0 && repriced.length === 0) return null
  return (
    <Note
      tone={toFixCount > 0 ? 'bad' : 'warn'}
      role="status"
      action={
        toFixCount > 0 && (
          <Button small busy={busy} onClick={onFix}>
            {buttonLabel({
              gone: gone.length > 0,
              exceeding: exceeding.length > 0,
              notMultiple: notMultiple.length > 0,
            })}
          </Button>
        )
      }
    >
      {exceeding.length > 0 && (
        <p>
          <b className="bold">{withCount(exceeding.length, ['строка', 'строки', 'строк'])} больше остатка.</b> Пока вы
          собирали заказ, товар забрали: {listLines(exceeding, remainingText)}.
        </p>
      )}
      {gone.length > 0 && (
        <p>
          <b className="bold">
            {withCount(gone.length, [
              'товар больше не продаётся',
              'товара больше не продаются',
              'товаров больше не продаются',
            ])}{' '}
            по договору:
          </b>{' '}
          {listPhrases(goneNames, maxNamed)}.
        </p>
      )}
      {notMultiple.length > 0 && (
        <p>
          <b className="bold">
            {notMultiple.length === 1
              ? 'Изменилась кратность.'
              : `Изменилась кратность в ${withCount(notMultiple.length, ['строке', 'строках', 'строках'])}.`}
          </b>{' '}
          {listLines(notMultiple, fixText)}.
        </p>
      )}
      {repriced.length > 0 && (
        <p>
          <b className="bold">
            {repriced.length === 1
              ? 'Изменилась цена.'
              : `Изменились цены в ${withCount(repriced.length, ['строке', 'строках', 'строках'])}.`}
          </b>{' '}
          {listLines(repriced, (line) => `${price(line.old_price)} → ${price(line.price)} ₽`)}.
        </p>
      )}
    </Note>
  )
}

/** Label of the button. */
function buttonLabel({
  gone,
  exceeding,
  notMultiple,
}: {
  gone: boolean
  exceeding: boolean
  notMultiple: boolean
}): string {
  if (notMultiple) return 'Исправить количество'
  if (exceeding) return 'Уменьшить до остатка'
  return gone ? 'Убрать из корзины' : ''
}

function remainingText(line: BasketLine): string {
  if (line.available <= 0) return 'не осталось'
  if (fixedQuantity(line) === 0) return `осталось ${quantity(line.available)}, ${stepText(stepRule(line))}`
  if (line.stock_label !== null) return `осталось меньше ${quantity(line.qnt)}`
  return `осталось ${quantity(line.available)} из ${quantity(line.qnt)}`
}

function fixText(line: BasketLine): string {
  const fixed = fixedQuantity(line)
  return fixed === 0 ? `осталось меньше, чем ${quantity(line.step)}` : `${quantity(line.qnt)} → ${quantity(fixed)}`
}

function listLines(lines: readonly BasketLine[], describe: (line: BasketLine) => string): string {
  return listPhrases(
    lines.map((line) => `${line.header} – ${describe(line)}`),
    maxNamed,
  )
}
