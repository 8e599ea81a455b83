import { Link } from '@tanstack/react-router'
import { dayOf, formatDay, parseDay } from '#shared/rules/dates.ts'
import { money, quantity } from '#web/ui/format.ts'
import { usePhone } from '#web/ui/use-phone.ts'
import { useNow } from '#web/ui/use-now.ts'
import { changePurchasedSearch, type PurchasedSearch } from './purchased-url.ts'
import type { PurchasedReply } from './use-purchased.ts'
import styles from './purchased.module.css'

type Bar = PurchasedReply['chart'][number]
type ChartProps = { chart: readonly Bar[]; step: PurchasedReply['step']; search: PurchasedSearch }

const captions = {
  month: 'Куплено по месяцам, тыс. ₽. Нажмите столбец, чтобы оставить один месяц',
  week: 'Куплено по неделям, тыс. ₽. Нажмите столбец, чтобы оставить одну неделю',
}
const maxLabels = { phone: 6, desktop: 16 }

/** Column chart of sums; each column links to its part of the period. */
export function PurchasedChart({ chart, step, search }: ChartProps) {
  const phone = usePhone()
  const lines = gridLines(Math.max(...chart.map(({ sum }) => sum), 0))
  const top = lines.at(-1) ?? 1
  const every = Math.ceil(chart.length / (phone ? maxLabels.phone : maxLabels.desktop))
  const today = formatDay(dayOf(useNow(60_000)))
  return (
    <figure className={styles.chart}>
      <figcaption>{captions[step]}</figcaption>
      <div className={styles.plot}>
        <div className={styles.grid} aria-hidden="true">
          {lines.map((line) => (
            <i key={line} style={{ bottom: `${(line / top) * 100}%` }}>
              <span>{thousands(line)}</span>
            </i>
          ))}
        </div>
        <ul aria-label={step === 'month' ? 'Покупки по месяцам' : 'Покупки по неделям'}>
          {chart.map((bar, index) => (
            <li key={bar.startdate}>
              <Link
                to="/purchased"
                search={changePurchasedSearch(search, { startdate: bar.startdate, enddate: bar.enddate })}
                title={money(bar.sum)}
              >
                <span className="unseen">{`${bar.startdate} – ${bar.enddate}: ${money(bar.sum)}`}</span>
                <span className={styles.bar} aria-hidden="true">
                  {index % every === 0 && bar.sum !== 0 && <b>{thousands(bar.sum)}</b>}
                  <i
                    data-open={bar.enddate === today || undefined}
                    style={{ height: `${(Math.max(0, bar.sum) / top) * 100}%` }}
                  />
                </span>
                <span className={styles.barName} aria-hidden="true">
                  {index % every === 0 ? barName(bar, step) : ' '}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </figure>
  )
}

function thousands(sum: number): string {
  const shown = Math.abs(sum) < 9500 ? Math.round(sum / 100) / 10 : Math.round(sum / 1000)
  return quantity(shown).replace('-', '−')
}

/** Round sums from 0 to above the highest column. */
function gridLines(maxSum: number): number[] {
  const rough = Math.max(maxSum, 1) / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const distance = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  return Array.from({ length: Math.ceil(Math.max(maxSum, 1) / distance) + 1 }, (_, index) => index * distance)
}

const monthFormat = new Intl.DateTimeFormat('ru-RU', { month: 'short', timeZone: 'UTC' })

function barName({ startdate }: Bar, step: PurchasedReply['step']): string {
  if (step === 'week') return startdate.slice(0, 5)
  return monthFormat
    .format(new Date(`${parseDay(startdate)}T00:00:00Z`))
    .replace('.', '')
    .slice(0, 3)
}
