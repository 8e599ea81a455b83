import type { CurrencyRate } from '#shared/rules/prices/currencies.ts'
import { formatDay } from '#shared/rules/dates.ts'
import type { Rate } from './shared-queries-rates.ts'

export function shapeRate({ currency, startsOn, nominal, rate }: Rate): CurrencyRate {
  return { currency, nominal, rate: Number(rate), date: formatDay(startsOn) }
}
