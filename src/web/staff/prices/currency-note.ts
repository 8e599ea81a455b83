import type { StaffCurrency } from '#shared/api/staff/prices.ts'
import { formatRate, isForeignCurrency, type CurrencyRate } from '#shared/rules/prices/currencies.ts'
import { quantity, shortDate } from '#web/ui/format.ts'

/** '82,4410', '52,3400 за 100' */
export function rateText({ rate, nominal }: CurrencyRate): string {
  return nominal === 1 ? formatRate(rate) : `${formatRate(rate)} за ${quantity(nominal)}`
}

/** What staff should know about a currency, '' for nothing. A currency that the portal does not know has no rate. */
export function currencyNote({ code, rate, coming, source, goods }: StaffCurrency): { text: string; isBad: boolean } {
  if (!isForeignCurrency(code)) return { text: 'валюта не распознана: исправьте её в 1С', isBad: true }
  const isUnsold = rate === null && goods > 0
  const notes = [
    isUnsold && `нет курса, товаров не продаётся: ${quantity(goods)}`,
    coming && `с ${shortDate(coming.date)} – ${rateText(coming)}`,
    source === '1c' && 'из 1С',
  ].filter(Boolean)
  return { text: notes.join(' · '), isBad: isUnsold }
}
