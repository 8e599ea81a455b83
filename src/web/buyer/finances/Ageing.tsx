import type { Finances } from '#shared/api/money/finances.ts'
import { money, price } from '#web/ui/format.ts'
import styles from './finances.module.css'

type Ageing = Finances['ageing']

const caption = 'Долг по дням просрочки'

/** Debts by days overdue: a table whose bars grow with the sums. */
export function AgeingBars({ ageing }: { ageing: Ageing }) {
  const maxSum = Math.max(...ageing.map(({ sum }) => sum))
  return (
    <div className={styles.ageing}>
      <table>
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            {ageing.map(({ id, header }) => (
              <th key={id} scope="col">
                {id === 'older' ? `${header} дн.` : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {ageing.map(({ id, sum }) => (
              <td key={id}>
                <span className={styles.column}>
                  {sum > 0 && <i data-bucket={id} style={{ height: `${(sum / maxSum) * 100}%` }} />}
                </span>
                {sum > 0 ? price(Math.round(sum)) : <span className="dim">–</span>}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

/** The same on a phone: one segmented bar with a legend. */
export function AgeingStrip({ ageing }: { ageing: Ageing }) {
  const nonZero = ageing.filter(({ sum }) => sum > 0)
  if (nonZero.length === 0) return null
  return (
    <>
      <div className={styles.strip} aria-hidden="true">
        {nonZero.map(({ id, sum }) => (
          <i key={id} data-bucket={id} style={{ flexGrow: sum }} />
        ))}
      </div>
      <ul className={styles.legend} aria-label={caption}>
        {nonZero.map(({ id, header, sum }) => (
          <li key={id}>
            <i data-bucket={id} aria-hidden="true" />
            {id === 'notDue' ? 'в срок' : `${header} дн.`}
            <span className="grow" />
            <span className="nowrap">{money(sum)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
