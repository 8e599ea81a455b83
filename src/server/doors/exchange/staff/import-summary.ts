import type { Counts, Outcome } from '../apply/tally.ts'

const kinds: Record<string, string> = {
  groups: 'Группы',
  properties: 'Свойства',
  units: 'Единицы',
  priceTypes: 'Типы цен',
  warehouses: 'Склады',
  goods: 'Товары',
  offers: 'Предложения',
  prices: 'Цены',
  stocks: 'Остатки',
  pictures: 'Картинки',
  documents: 'Документы',
  arrivals: 'Приходы',
  binds: 'Связанные товары',
  conditions: 'Скидки и цены договоров',
  claims: 'Рекламации',
  contragents: 'Контрагенты',
  contracts: 'Договоры',
  ledger: 'Документы взаиморасчётов',
  payments: 'Платежи',
  'price-breaks': 'Цены от количества',
  rates: 'Курсы валют',
  orders: 'Заказы',
  files: 'Файлы',
}
const outcomes: Record<Outcome, string> = {
  seen: 'прочитано',
  created: 'создано',
  changed: 'изменено',
  unchanged: 'без изменений',
  staged: 'отложено',
  skipped: 'нет на портале',
  rejected: 'отклонено',
}

const recordKinds: Record<string, string> = {
  group: 'Группа',
  groups: 'Группа',
  property: 'Свойство',
  properties: 'Свойство',
  unit: 'Единица',
  units: 'Единица',
  priceType: 'Тип цен',
  priceTypes: 'Тип цен',
  warehouse: 'Склад',
  warehouses: 'Склад',
  good: 'Товар',
  goods: 'Товар',
  offer: 'Предложение',
  offers: 'Предложение',
  waiting: 'Предложения',
  price: 'Цена',
  prices: 'Цена',
  stock: 'Остаток',
  stocks: 'Остаток',
  order: 'Заказ',
  orders: 'Заказ',
  pictures: 'Картинка',
  documents: 'Документ',
  arrivals: 'Приход',
  binds: 'Связанные товары',
  conditions: 'Условие цены',
  claims: 'Рекламация',
  contragent: 'Контрагент',
  contragents: 'Контрагент',
  contracts: 'Договор',
  ledger: 'Документ взаиморасчётов',
  payments: 'Платёж',
  'price-breaks': 'Цена от количества',
  rates: 'Курс валюты',
  files: 'Файл',
}

/** Russian name of a counted kind. */
export function countedKind(kind: string): string {
  return kinds[kind] ?? kind
}

/** Russian name of a rejected record's kind. */
export function recordKind(kind: string): string {
  return recordKinds[kind] ?? 'Запись'
}

/** Results of a file or feed, one line per kind. */
export function formatImportSummary(counts: Counts): string[] {
  return Object.entries(counts).map(([kind, numbers]) => {
    const parts = Object.entries(numbers).map(([outcome, number]) => `${outcomes[outcome as Outcome]} ${number}`)
    return `${countedKind(kind)}: ${parts.join(', ')}`
  })
}
