import { integerBoundsError } from '../words/integer-bounds.ts'

/** Rules of orders, of the exchange and of keeping its data that administrators set, by name of the setting. */
type Hinted = { group: RuleGroup; label: string; hint?: string }
type NumberRule = Hinted & { kind: 'number'; unit: string; min: number; max: number }
type ChoiceRule = Hinted & { kind: 'choice'; choices: Record<string, string> }
type FlagRule = Hinted & { kind: 'flag' }
/** A price type of 1C by its Ид; null = none is chosen. */
type PriceTypeRule = Hinted & { kind: 'priceType' }
export type PortalRule = NumberRule | ChoiceRule | FlagRule | PriceTypeRule
export type RuleGroup = 'orders' | 'exchange' | 'keeping'
export type RuleValue = number | string | boolean | null

export const ruleGroups: Record<RuleGroup, string> = {
  orders: 'Правила заказов',
  exchange: 'Правила обмена с 1С',
  keeping: 'Сколько хранить данные обмена',
}

const fromNextImport = 'со следующей выгрузки'

export const portalRules = {
  'delivery.vat': {
    group: 'orders',
    kind: 'choice',
    label: 'НДС платной доставки',
    choices: { general: 'по общей ставке', '7': '7 %', '5': '5 %', none: 'без НДС' },
  },
  'norms.registrationHours': {
    group: 'orders',
    kind: 'number',
    label: 'Заявка на регистрацию: ответ',
    unit: 'ч',
    min: 1,
    max: 240,
  },
  'norms.chatMinutes': {
    group: 'orders',
    kind: 'number',
    label: 'Чат и звонок: ответ',
    unit: 'мин',
    min: 1,
    max: 1440,
  },
  'acts.answerDays': {
    group: 'orders',
    kind: 'number',
    label: 'Акт сверки: ответ покупателя',
    hint: 'у отправленных актов срок прежний',
    unit: 'дн.',
    min: 1,
    max: 90,
  },
  'stock.meaning': {
    group: 'exchange',
    kind: 'choice',
    label: 'Остатки в 1С',
    hint: fromNextImport,
    choices: { free: 'свободные', onHand: 'на складе' },
  },
  'exchange.rrcType': { group: 'exchange', kind: 'priceType', label: 'Тип цен для РРЦ', hint: fromNextImport },
  'exchange.deactivation.mostPercent': {
    group: 'exchange',
    kind: 'number',
    label: 'Снять с продажи за раз',
    hint: 'больше – ждёт вашего согласия',
    unit: '%',
    min: 1,
    max: 100,
  },
  'exchange.orders.zip': { group: 'exchange', kind: 'flag', label: 'Заказы в архиве ZIP' },
  'exchange.orders.container': {
    group: 'exchange',
    kind: 'flag',
    label: 'Каждый заказ в контейнере',
    hint: 'так их принимают модули обмена от 6.5',
  },
  'exchange.orders.encoding': {
    group: 'exchange',
    kind: 'choice',
    label: 'Кодировка заказов',
    choices: { 'utf-8': 'UTF-8', 'windows-1251': 'Windows-1251' },
  },
  'exchange.orders.version': {
    group: 'exchange',
    kind: 'choice',
    label: 'Версия CommerceML в заказах',
    choices: { '2.07': '2.07', '2.08': '2.08', '2.09': '2.09', '2.10': '2.10' },
  },
  'exchange.keep.logDays': {
    group: 'keeping',
    kind: 'number',
    label: 'Журнал обмена',
    unit: 'дн.',
    min: 7,
    max: 365,
  },
  'exchange.keep.stagedDays': {
    group: 'keeping',
    kind: 'number',
    label: 'Принятые файлы',
    hint: 'после конца сеанса',
    unit: 'дн.',
    min: 1,
    max: 30,
  },
  'exchange.keep.pendingDays': {
    group: 'keeping',
    kind: 'number',
    label: 'Предложения без товара',
    hint: 'ждут карточку из 1С',
    unit: 'дн.',
    min: 1,
    max: 365,
  },
} as const satisfies Record<string, PortalRule>

export type RuleName = keyof typeof portalRules
export const ruleNames = Object.keys(portalRules) as RuleName[]
export type RuleValues = Record<RuleName, RuleValue>

/** A form's value as the setting's, or what is wrong with it, in Russian. `priceTypes`: Ид of 1C. */
export function parseRule(
  name: RuleName,
  given: RuleValue,
  priceTypes: readonly string[],
): { value: RuleValue } | { error: string } {
  const rule: PortalRule = portalRules[name]
  switch (rule.kind) {
    case 'number': {
      const value = typeof given === 'string' && /^\s*\d{1,6}\s*$/.test(given) ? Number(given) : given
      const fits = typeof value === 'number' && Number.isInteger(value) && value >= rule.min && value <= rule.max
      return fits ? { value } : { error: integerBoundsError(rule) }
    }
    case 'choice':
      return typeof given === 'string' && Object.hasOwn(rule.choices, given) ? { value: given } : wrongChoice
    case 'flag':
      return typeof given === 'boolean' ? { value: given } : wrongChoice
    case 'priceType':
      return given === null || (typeof given === 'string' && priceTypes.includes(given))
        ? { value: given }
        : wrongChoice
  }
}

const wrongChoice = { error: 'Выберите из списка' }
