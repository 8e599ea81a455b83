import { rateNominals, type RateNominal } from '#shared/rules/prices/currencies.ts'

export type RateDraft = { currency: string; date: string | undefined; rate: string; nominal: string }
export type RateErrors = Partial<Record<'currency' | 'date' | 'rate', string>>

/** '82,4410' → 82.441; undefined: not a rate. */
export function parseRate(text: string): number | undefined {
  const plain = text.replace(/[\s\u00a0₽]/g, '').replace(',', '.')
  return /^\d{1,7}(\.\d{1,4})?$/.test(plain) && Number(plain) > 0 ? Number(plain) : undefined
}

export function rateErrors({ currency, date, rate }: RateDraft): RateErrors {
  return {
    ...(currency === '' ? { currency: 'Выберите валюту' } : {}),
    ...(date === undefined ? { date: 'Укажите день' } : {}),
    ...(parseRate(rate) === undefined ? { rate: 'Курс в рублях: до четырёх знаков после запятой' } : {}),
  }
}

const fields = ['date', 'rate', 'nominal']

/** Reasons of a refusal at fields that the form does not have; undefined: none. */
export function unplacedErrors(
  errors: Readonly<Record<string, string>>,
  { choosesCurrency }: { choosesCurrency: boolean },
): string | undefined {
  const unplaced = Object.entries(errors).filter(
    ([field]) => !fields.includes(field) && !(choosesCurrency && field === 'currency'),
  )
  return unplaced.length === 0 ? undefined : unplaced.map(([, reason]) => reason).join('. ')
}

export function rateInputOf({ currency, date = '', rate, nominal }: RateDraft) {
  const known = rateNominals.find((each): each is RateNominal => String(each) === nominal) ?? 1
  return { currency, date, rate: parseRate(rate) ?? 0, nominal: known }
}
