import { setRates } from '#server/catalogue/currencies/rates.ts'
import type { RateLine } from '../../feed-lines/rate-line.ts'
import type { ImportContext } from '../context.ts'
import { changedByOf } from '../run/audit-run.ts'
import { countWritten } from './feed-items.ts'

/** Sets the rates; of lines with the same currency and day the last counts. Prices follow in the same transaction. */
export async function applyCurrencyRates(context: ImportContext): Promise<void> {
  const staged = await context.rows<{ item: RateLine }>('select item from feed_items order by line')
  const rates = new Map(
    staged.map(({ item: { currency, date, rate, nominal = 1 } }) => [
      `${currency} ${date}`,
      { currency, startsOn: date, rate, nominal },
    ]),
  )
  const changedBy = await changedByOf(context)
  const written = await setRates(context.db, {
    rates: [...rates.values()],
    by: { source: '1c', accountId: changedBy.accountId },
    changedBy,
  })
  const created = written.filter(({ before }) => before === null).length
  countWritten(context, 'rates', {
    created,
    changed: written.length - created,
    unchanged: staged.length - written.length,
  })
}
