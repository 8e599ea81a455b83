import { Link } from '@tanstack/react-router'
import type { ClaimDetails, ClaimLine } from '#shared/api/claims.ts'
import { isUndecided, type ClaimType, type RequestedRemedy } from '#shared/rules/aftersale/claims.ts'
import { money, quantity, relativeDay } from '#web/ui/format.ts'
import styles from './claims.module.css'

const titles: Record<ClaimType, string> = {
  1: 'Если подтвердим брак',
  2: 'Если подтвердим пересортицу',
  3: 'Если примем возврат',
  4: 'Если подтвердим излишек',
  5: 'Если подтвердим недостачу',
}
const settledInGoods: readonly string[] = ['replacement', 'resupply'] satisfies RequestedRemedy[]

/** Consequences of accepting the claim, in goods and money. */
export function ExpectedOutcome({ claim }: { claim: ClaimDetails }) {
  const { products } = claim
  if (!isUndecided(claim.state)) return null
  const isOneType = products.every(({ type }) => type === products[0]?.type)
  const linesByRemedy = (remedy: RequestedRemedy) => products.filter((line) => line.wish === remedy)
  return (
    <section className={styles.expectedOutcome}>
      <h3>{isOneType ? titles[claim.type as ClaimType] : 'Если подтвердим'}</h3>
      <GoodsOutcome claim={claim} lines={products.filter(({ wish }) => settledInGoods.includes(wish))} />
      {linesByRemedy('money').length > 0 && <p>Уменьшим ваш долг{sumText(linesByRemedy('money'))}: пришлём УКД.</p>}
      {linesByRemedy('discount').length > 0 && <p>Скидку согласуем в переписке и оформим УКД.</p>}
      {linesByRemedy('pickup').length > 0 && <p>Заберём товар со следующей доставкой, платить за него не нужно.</p>}
    </section>
  )
}

function GoodsOutcome({ claim: { next_order: order }, lines }: { claim: ClaimDetails; lines: readonly ClaimLine[] }) {
  const [first] = lines
  if (!first) return null
  const action = lines.every(({ wish }) => wish === 'resupply') ? 'Допоставка' : 'Замена'
  return (
    <p>
      {lines.every(({ stock }) => stock?.enough) ? (
        <>
          {action} поедет{' '}
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
          : {stockText(lines)}.
        </>
      ) : (
        `${action} – когда товар поступит: сейчас на складе его не хватает.`
      )}{' '}
      Не захотите ждать – УКД{sumText(lines)} в счёт долга.
    </p>
  )
}

function stockText(lines: readonly ClaimLine[]): string {
  const [line] = lines
  if (lines.length > 1 || !line?.stock) return 'всё есть на складе'
  const { warehouse, label, qnt } = line.stock
  return `на складе ${warehouse} ${label ?? `${quantity(qnt)} ${line.unit}`}`
}

/** ' на 6 190 ₽'; '' for users who may not see prices. */
function sumText(lines: readonly ClaimLine[]): string {
  const sum = lines.reduce<number | null>(
    (total, line) => (total === null || line.sum === null ? null : total + line.sum),
    0,
  )
  return sum === null ? '' : ` на ${money(sum)}`
}
