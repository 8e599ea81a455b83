import type { FeedName } from '#shared/api/administration/queue-groups.ts'

/** What a cell names on the portal; it is replaced by 1C's Ид. */
export type Reference = 'product' | 'contract' | 'priceType' | 'warehouse' | 'category'

export type Column = {
  /** Path of the feed's field: 'contragent.inn'; 'lines[].sum' is in as many rows as the record has lines. */
  field: string
  /** Heading in Russian, as the template has it. */
  heading: string
  /** Further headings; the field itself is always one. */
  others?: readonly string[]
  kind?: 'number' | 'day' | 'flag'
  /** Several values in one cell, separated by '|' or ','. */
  isList?: true
  reference?: Reference
  /** Russian words for the values of the feed. */
  words?: Readonly<Record<string, string>>
  /** What to write, for people. */
  hint?: string
}

export type FeedTable = {
  title: string
  columns: readonly Column[]
  /** Fields that identify a record without an Ид: the same ones make the same record again. */
  key?: readonly string[]
}

const id: Column = {
  field: 'id',
  heading: 'Ид',
  others: ['GUID', 'Код'],
  hint: 'Без него запись узнаётся по остальным столбцам',
}
const product: Column = {
  field: 'product',
  heading: 'Товар',
  others: ['Артикул', 'Ид товара'],
  reference: 'product',
  hint: 'Артикул или Ид в 1С',
}
const contract: Column = {
  field: 'contract',
  heading: 'Договор',
  others: ['Номер договора', 'Ид договора'],
  reference: 'contract',
  hint: 'Номер или Ид в 1С',
}
const priceType: Column = {
  field: 'priceType',
  heading: 'Тип цен',
  others: ['Вид цен', 'Вид цены'],
  reference: 'priceType',
  hint: 'Название или Ид в 1С',
}
const category: Column = {
  field: 'category',
  heading: 'Группа',
  others: ['Категория'],
  reference: 'category',
  hint: 'Название или Ид в 1С',
}
const brand: Column = { field: 'brand', heading: 'Бренд', others: ['Марка', 'Производитель'] }
const number: Column = { field: 'number', heading: 'Номер' }
const day: Column = { field: 'date', heading: 'Дата', kind: 'day', hint: '24.12.2026' }
const document: Column = { field: 'document', heading: 'Документ', hint: 'Название, например УПД' }
const order: Column = { field: 'order', heading: 'Заказ', others: ['Номер заказа'] }
const basis: Column = { field: 'basis', heading: 'Основание' }
const settles: readonly Column[] = [
  { field: 'settles[].document', heading: 'Оплачен документ', hint: 'Ид документа взаиморасчётов' },
  { field: 'settles[].sum', heading: 'Оплачено по документу', kind: 'number' },
]

const money = (field: string, heading: string, ...others: string[]): Column => ({
  field,
  heading,
  others,
  kind: 'number',
})

/** Tables of the feeds: a row is a record, or a line of one. */
export const feedTables: Readonly<Record<FeedName, FeedTable>> = {
  arrivals: {
    title: 'Ожидаемые поступления',
    columns: [
      product,
      { field: 'warehouse', heading: 'Склад', reference: 'warehouse', hint: 'Название или Ид в 1С' },
      { ...day, heading: 'Дата поступления', others: ['Дата', 'Дата прихода'] },
      { field: 'quantity', heading: 'Количество', others: ['Кол-во'], kind: 'number' },
    ],
  },
  binds: {
    title: 'Аналоги и сопутствующие товары',
    columns: [
      product,
      { field: 'analogues', heading: 'Аналоги', isList: true, reference: 'product', hint: 'Артикулы через запятую' },
      {
        field: 'related',
        heading: 'Сопутствующие',
        others: ['С этим товаром покупают'],
        isList: true,
        reference: 'product',
        hint: 'Артикулы через запятую',
      },
    ],
  },
  claims: {
    title: 'Решения по рекламациям',
    columns: [
      { field: 'id', heading: 'Рекламация', others: ['Номер рекламации'], hint: 'Номер на портале: RK-204' },
      { field: 'lines[].line', heading: 'Строка', others: ['Номер строки'], kind: 'number' },
      { field: 'lines[].accepted', heading: 'Принято', kind: 'number' },
      {
        field: 'lines[].settle',
        heading: 'Чем закрыть',
        words: { замена: 'replacement', 'возврат денег': 'credit', зачёт: 'credit' },
        hint: 'Замена или зачёт',
      },
      { field: 'lines[].reason', heading: 'Причина отказа', others: ['Причина'] },
      { field: 'text', heading: 'Ответ', others: ['Комментарий'] },
      document,
    ],
  },
  conditions: {
    title: 'Скидки и особые цены',
    key: ['contract', 'priceType', 'product', 'category', 'brand', 'from'],
    columns: [
      id,
      contract,
      priceType,
      money('discount', 'Скидка, %', 'Скидка'),
      category,
      brand,
      product,
      money('price', 'Цена'),
      { field: 'from', heading: 'Действует с', others: ['С', 'Начало'], kind: 'day' },
      { field: 'until', heading: 'Действует по', others: ['По', 'Окончание'], kind: 'day' },
    ],
  },
  contragents: {
    title: 'Контрагенты',
    columns: [
      { ...id, hint: 'Ид контрагента в 1С' },
      { field: 'inn', heading: 'ИНН' },
      { field: 'kpp', heading: 'КПП' },
      { field: 'name', heading: 'Наименование', others: ['Название', 'Контрагент'] },
      { field: 'fullName', heading: 'Полное наименование' },
      { field: 'legalAddress', heading: 'Юридический адрес' },
      { field: 'actualAddress', heading: 'Фактический адрес' },
      { field: 'phone', heading: 'Телефон' },
      { field: 'email', heading: 'Почта', others: ['E-mail', 'Электронная почта'] },
    ],
  },
  contracts: {
    title: 'Договоры',
    key: ['contragent.inn', 'number'],
    columns: [
      id,
      { ...number, heading: 'Номер договора', others: ['Номер', 'Договор'] },
      { ...day, heading: 'Дата договора', others: ['Дата'] },
      { field: 'contragent.inn', heading: 'ИНН', others: ['ИНН контрагента', 'ИНН покупателя'] },
      { field: 'contragent.kpp', heading: 'КПП', others: ['КПП контрагента', 'КПП покупателя'] },
      { field: 'validTo', heading: 'Действует по', others: ['Срок действия'], kind: 'day' },
      {
        field: 'status',
        heading: 'Состояние',
        others: ['Статус'],
        words: {
          подписывается: 'signing',
          действует: 'active',
          приостановлен: 'suspended',
          закончился: 'expired',
        },
        hint: 'Действует, приостановлен, подписывается, закончился',
      },
      { field: 'seller.inn', heading: 'ИНН продавца' },
      { field: 'seller.kpp', heading: 'КПП продавца' },
      priceType,
      { field: 'rrcType', heading: 'Тип цен РРЦ', reference: 'priceType' },
      {
        field: 'warehouses',
        heading: 'Склады',
        others: ['Склад'],
        isList: true,
        reference: 'warehouse',
        hint: 'Названия через запятую',
      },
      {
        field: 'payment',
        heading: 'Оплата',
        words: { предоплата: 'prepaid', отсрочка: 'deferred' },
        hint: 'Предоплата или отсрочка',
      },
      { field: 'prepaymentPercent', heading: 'Предоплата, %', kind: 'number' },
      { field: 'deferralDays', heading: 'Отсрочка, дней', kind: 'number' },
      money('creditLimit', 'Лимит долга', 'Кредитный лимит'),
      money('debt', 'Долг'),
      money('advance', 'Аванс'),
      money('minOrder', 'Минимальный заказ'),
      money('freeDelivery', 'Бесплатная доставка от'),
      { field: 'holdDays', heading: 'Резерв, дней', kind: 'number' },
      { field: 'stopOrders', heading: 'Стоп заказов', kind: 'flag', hint: 'Да или нет' },
      { field: 'debtAlert', heading: 'Причина стопа', others: ['Сообщение о долге'] },
    ],
  },
  documents: {
    title: 'Реестр документов',
    key: ['contract', 'kind', 'number', 'date'],
    columns: [
      id,
      contract,
      {
        field: 'kind',
        heading: 'Вид',
        others: ['Вид документа'],
        words: {
          упд: 'upd',
          корректировка: 'correction',
          укд: 'correction',
          'счёт-фактура': 'invoice',
          накладная: 'waybill',
          'торг-12': 'waybill',
          акт: 'act',
          сертификат: 'certificate',
          другой: 'other',
        },
        hint: 'УПД, УКД, накладная, акт, счёт-фактура, сертификат',
      },
      document,
      number,
      day,
      money('sum', 'Сумма'),
      money('vat', 'НДС'),
      order,
      basis,
      {
        field: 'edo',
        heading: 'ЭДО',
        words: {
          черновик: 'draft',
          отправлен: 'sent',
          доставлен: 'delivered',
          подписан: 'signed',
          отклонён: 'refused',
          аннулирован: 'cancelled',
        },
        hint: 'Отправлен, доставлен, подписан, отклонён',
      },
      { field: 'edoDate', heading: 'Дата ЭДО', kind: 'day' },
      { field: 'edoBy', heading: 'Кто подписал' },
      { field: 'validTo', heading: 'Действителен по', kind: 'day' },
    ],
  },
  ledger: {
    title: 'Взаиморасчёты',
    key: ['contract', 'kind', 'document', 'number', 'date'],
    columns: [
      id,
      contract,
      {
        field: 'kind',
        heading: 'Вид операции',
        others: ['Вид'],
        words: {
          'начальный остаток': 'opening',
          продажа: 'sale',
          реализация: 'sale',
          возврат: 'return',
          корректировка: 'correction',
          оплата: 'payment',
          'возврат денег': 'refund',
          взаимозачёт: 'offset',
        },
        hint: 'Продажа, возврат, оплата, корректировка, взаимозачёт, начальный остаток',
      },
      document,
      number,
      day,
      money('debit', 'Дебет'),
      money('credit', 'Кредит'),
      { field: 'due', heading: 'Срок оплаты', kind: 'day' },
      order,
      basis,
      { ...product, field: 'lines[].product' },
      { field: 'lines[].name', heading: 'Наименование товара' },
      { field: 'lines[].unit', heading: 'Единица' },
      { field: 'lines[].quantity', heading: 'Количество', others: ['Кол-во'], kind: 'number' },
      money('lines[].sum', 'Сумма строки'),
      money('lines[].vat', 'НДС строки'),
      ...settles,
    ],
  },
  payments: {
    title: 'Платежи',
    key: ['contract', 'number', 'date'],
    columns: [
      id,
      contract,
      document,
      number,
      day,
      money('sum', 'Сумма'),
      { field: 'refund', heading: 'Возврат', kind: 'flag', hint: 'Да, если деньги вернули покупателю' },
      order,
      { field: 'purpose', heading: 'Назначение платежа', others: ['Назначение'] },
      ...settles,
    ],
  },
  'price-breaks': {
    title: 'Цены от количества и от суммы',
    key: ['priceType', 'contract', 'product', 'category', 'brand', 'quantity', 'sum'],
    columns: [
      id,
      priceType,
      contract,
      product,
      category,
      brand,
      { field: 'quantity', heading: 'От количества', others: ['Количество'], kind: 'number' },
      money('sum', 'От суммы', 'Сумма'),
      money('price', 'Цена'),
      money('percent', 'Скидка, %', 'Скидка'),
    ],
  },
  rates: {
    title: 'Курсы валют',
    columns: [
      { field: 'currency', heading: 'Валюта', hint: 'USD, EUR, CNY' },
      day,
      money('rate', 'Курс'),
      { field: 'nominal', heading: 'Номинал', others: ['Кратность'], kind: 'number' },
    ],
  },
}
