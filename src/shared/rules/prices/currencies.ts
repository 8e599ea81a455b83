/** Currencies of price types. Prices are sold in roubles, at a rate per currency and day (product.md §9). */

type Described = {
  name: string
  /** 'Цены в …' */
  inPlural: string
  sign: string
}

/** By ISO code; UE: conditional units, which a wholesaler sells at a rate of its own. */
const foreignCurrencies = {
  AED: { name: 'дирхам ОАЭ', inPlural: 'дирхамах ОАЭ', sign: 'AED' },
  AMD: { name: 'армянский драм', inPlural: 'армянских драмах', sign: '֏' },
  BYN: { name: 'белорусский рубль', inPlural: 'белорусских рублях', sign: 'Br' },
  CHF: { name: 'швейцарский франк', inPlural: 'швейцарских франках', sign: 'CHF' },
  CNY: { name: 'юань', inPlural: 'юанях', sign: '¥' },
  EUR: { name: 'евро', inPlural: 'евро', sign: '€' },
  GBP: { name: 'фунт стерлингов', inPlural: 'фунтах стерлингов', sign: '£' },
  GEL: { name: 'лари', inPlural: 'лари', sign: '₾' },
  HKD: { name: 'гонконгский доллар', inPlural: 'гонконгских долларах', sign: 'HK$' },
  INR: { name: 'индийская рупия', inPlural: 'индийских рупиях', sign: '₹' },
  JPY: { name: 'иена', inPlural: 'иенах', sign: 'JP¥' },
  KGS: { name: 'киргизский сом', inPlural: 'киргизских сомах', sign: 'сом' },
  KRW: { name: 'вона', inPlural: 'вонах', sign: '₩' },
  KZT: { name: 'тенге', inPlural: 'тенге', sign: '₸' },
  PLN: { name: 'злотый', inPlural: 'злотых', sign: 'zł' },
  TJS: { name: 'сомони', inPlural: 'сомони', sign: 'TJS' },
  TRY: { name: 'турецкая лира', inPlural: 'турецких лирах', sign: '₺' },
  UE: { name: 'условная единица', inPlural: 'условных единицах', sign: 'у.\u00A0е.' },
  USD: { name: 'доллар США', inPlural: 'долларах США', sign: '$' },
  UZS: { name: 'узбекский сум', inPlural: 'узбекских сумах', sign: 'сум' },
} as const satisfies Record<string, Described>

export type ForeignCurrency = keyof typeof foreignCurrencies
export const foreignCurrencyCodes = Object.keys(foreignCurrencies) as ForeignCurrency[]

export const isForeignCurrency = (text: string): text is ForeignCurrency => Object.hasOwn(foreignCurrencies, text)

/** 'доллар США'; an unknown currency as it was sent. */
export const currencyName = (code: string): string =>
  isForeignCurrency(code) ? foreignCurrencies[code].name : code === 'RUB' ? 'рубль' : code

export const currencySign = (code: string): string =>
  isForeignCurrency(code) ? foreignCurrencies[code].sign : code === 'RUB' ? '₽' : code

/** The code as people read it: 'USD', 'у. е.'; an unknown currency as it was sent. */
export const currencyCode = (code: string): string => (code === 'UE' ? foreignCurrencies.UE.sign : code)

/** A rate is roubles for so many units. */
export const rateNominals = [1, 10, 100, 1000, 10_000] as const
export type RateNominal = (typeof rateNominals)[number]

/** Roubles with at most four decimals. */
export const maxRate = 9_999_999.9999

export type CurrencyRate = {
  currency: string
  nominal: number
  /** Roubles for the nominal; as a number only on the wire and on the screen. */
  rate: number
  /** dd.mm.yyyy, the first day of the rate. */
  date: string
}

const rateFormat = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 4, maximumFractionDigits: 4 })

/** '82,4410' */
export const formatRate = (rate: number): string => rateFormat.format(rate)

/** 'Цены в долларах США по курсу 82,4410 ₽ на 20.11.2026' */
export function ratedPricesText({ currency, nominal, rate, date }: CurrencyRate): string {
  const units = isForeignCurrency(currency) ? foreignCurrencies[currency].inPlural : currency
  const per = nominal === 1 ? '' : ` за ${nominal}`
  return `Цены в ${units} по курсу ${formatRate(rate)}\u00A0₽${per} на ${date}`
}
