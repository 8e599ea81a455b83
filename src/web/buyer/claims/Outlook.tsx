import { Link } from '@tanstack/react-router'
import type { ClaimDetails, ClaimLine } from '#shared/api/claims.ts'
import { isUndecided, type ClaimType, type ClaimWish } from '#shared/rules/aftersale/claims.ts'
import { money, quantity, relativeDay } from '#web/ui/format.ts'
import styles from './claims.module.css'

const titles: Record<ClaimType, string> = {
  1: 'Если подтвердим брак',
  2: 'Если подтвердим пересортицу',
  3: 'Если примем возврат',
  4: 'Если подтвердим излишек',
  5: 'Если подтвердим недостачу',
}
const inGoods: readonly string[] = ['replacement', 'resupply'] satisfies ClaimWish[]

/** What comes of a claim that is accepted, in goods and money. */
export function Outlook({ claim }: { claim: ClaimDetails }) {
  const { products } = claim
  if (!isUndecided(claim.state)) return null
  const isOneType = products.every(({ type }) => type === products[0]?.type)
  const wished = (wish: ClaimWish) => products.filter((line) => line.wish === wish)
  return (
    <section className={styles.outlook}>
      <h3>{isOneType ? titles[claim.type as ClaimType] : 'Если подтвердим'}</h3>
      <Goods claim={claim} lines={products.filter(({ wish }) => inGoods.includes(wish))} />
      {wished('money').length > 0 && <p>Уменьшим ваш долг{sumOf(wished('money'))}: пришлём УКД.</p>}
      {wished('discount').length > 0 && <p>Скидку согласуем в переписке и оформим УКД.</p>}
      {wished('pickup').length > 0 && <p>Заберём товар со следующей доставкой, платить за него не нужно.</p>}
    </section>
  )
}

function Goods({ claim: { next_order: order }, lines }: { claim: ClaimDetails; lines: readonly ClaimLine[] }) {
  const [first] = lines
  if (!first) return null
  const what = lines.every(({ wish }) => wish === 'resupply') ? 'Допоставка' : 'Замена'
  return (
    <p>
      {lines.every(({ stock }) => stock?.enough) ? (
        <>
          {what} поедет{' '}
          {order ? (
            <>
              с заказом{' '}
              <Link to="/orders/$id" params={{ id: String(order.id) }}>
                {order.number}
              </Link>
              {order.date !== null && ` ${relativeDay(order.date)}`}
            </>
          ) : (
            'со следующим заказом'
          )}
          : {inStock(lines)}.
        </>
      ) : (
        `${what} – когда товар поступит: сейчас на складе его не хватает.`
      )}{' '}
      Не захотите ждать – УКД{sumOf(lines)} в счёт долга.
    </p>
  )
}

function inStock(lines: readonly ClaimLine[]): string {
  const [line] = lines
  if (lines.length > 1 || !line?.stock) return 'всё есть на складе'
  const { warehouse, label, qnt } = line.stock
  return `на складе ${warehouse} ${label ?? `${quantity(qnt)} ${line.unit}`}`
}

/** ' на 6 190 ₽'; nothing for who may not see prices. */
function sumOf(lines: readonly ClaimLine[]): string {
  const sum = lines.reduce<number | null>(
    (total, line) => (total === null || line.sum === null ? null : total + line.sum),
    0,
  )
  return sum === null ? '' : ` на ${money(sum)}`
}
