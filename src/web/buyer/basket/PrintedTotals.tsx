import type { BasketLine } from '#shared/api/basket.ts'
import { includedVatText } from '#shared/rules/vat.ts'
import { withCount, day, money, volume, weight } from '#web/ui/format.ts'
import { useNow } from '#web/ui/use-now.ts'
import { totalsOf } from './lines.ts'
import styles from './cart.module.css'

const refreshMs = 3_600_000

export type PrintedContract = { number: string; date: string; contragent: string }

/** The buyer and contract, above the printed table. */
export function PrintedHead({ contract }: { contract: PrintedContract | undefined }) {
  const now = useNow(refreshMs)
  if (!contract) return null
  return (
    <p className={styles.paper}>
      Договор № {contract.number} от {contract.date} · {contract.contragent} · напечатано {day(now.toISOString())}
    </p>
  )
}

/** Totals below the printed table. */
export function PrintedTotals({ lines, all }: { lines: readonly BasketLine[]; all: number }) {
  const { sum, vat, vatPercent, weight: kilograms, volume: cubicMetres } = totalsOf(lines)
  return (
    <dl className={`${styles.paper} ${styles.paperTotals}`}>
      <dt>Строк</dt>
      <dd>{lines.length < all ? `${lines.length} из ${all}` : lines.length}</dd>
      {(kilograms > 0 || cubicMetres > 0) && (
        <>
          <dt>Вес, объём</dt>
          <dd>
            {[kilograms > 0 && weight(kilograms), cubicMetres > 0 && volume(cubicMetres)].filter(Boolean).join(' · ')}
          </dd>
        </>
      )}
      {sum !== null && (
        <>
          <dt className="bold">
            Итого{lines.length < all ? ` за ${withCount(lines.length, ['строку', 'строки', 'строк'])}` : ''}
          </dt>
          <dd className="bold">{money(sum)}</dd>
        </>
      )}
      {vat !== null && vat > 0 && (
        <>
          <dt>{includedVatText(vatPercent)}</dt>
          <dd>{money(vat)}</dd>
        </>
      )}
    </dl>
  )
}
