import { currencyName, foreignCurrencyCodes, type ForeignCurrency } from './currencies.ts'

/** 'у.е.', 'у. е.', 'уе' and so on, each letter also as the Latin one that looks the same. */
const conditionalUnits = ['у', 'y'].flatMap((first) =>
  ['е', 'e'].flatMap((second) => ['', '.', '. ', ' '].map((between) => `${first}${between}${second}`)),
)

/** ISO 4217 numbers, which 1C may send in Валюта, and other spellings of its users: lower case, no final point. */
const spellings: Record<ForeignCurrency, readonly string[]> = {
  AED: ['784', 'дирхам'],
  AMD: ['051', 'драм'],
  BYN: ['933', 'бел. руб', 'бел.руб', 'byr'],
  CHF: ['756', 'франк'],
  CNY: ['156', 'юани', 'юаней', 'rmb'],
  EUR: ['978', 'евро', '€'],
  GBP: ['826', '£', 'фунт'],
  GEL: ['981'],
  HKD: ['344', 'hk$'],
  INR: ['356', 'рупия'],
  JPY: ['392', 'йена', 'иены', 'йены'],
  KGS: ['417', 'сом'],
  KRW: ['410', 'вон', '₩'],
  KZT: ['398', 'тг', '₸'],
  PLN: ['985', 'злотые', 'zł'],
  TJS: ['972'],
  TRY: ['949', 'лира', '₺'],
  UE: [...conditionalUnits, 'u.e', 'условные единицы', 'усл. ед', 'усл.ед'],
  USD: ['840', '$', 'долл', 'дол', 'доллар', 'доллары', 'долл. сша', 'доллары сша', 'us$'],
  UZS: ['860', 'сум'],
}

const roubleNames = ['', 'р', 'руб', 'rub', 'rur', '643', '810', '₽', 'рубль', 'рубли', 'российский рубль']

/** By the spelling in lower case, without a final point. */
export const currencyBySpelling: ReadonlyMap<string, ForeignCurrency | 'RUB'> = new Map([
  ...roubleNames.map((name) => [name, 'RUB'] as const),
  ...foreignCurrencyCodes.flatMap((code) =>
    [code.toLowerCase(), currencyName(code).toLowerCase(), ...spellings[code]].map((each) => [each, code] as const),
  ),
])

/** The code of a currency as 1C writes it: code, number, name or sign. Undefined: unknown. */
export function parseCurrency(text: string): ForeignCurrency | 'RUB' | undefined {
  return currencyBySpelling.get(text.trim().replace(/\s+/g, ' ').toLowerCase().replace(/\.$/, ''))
}
