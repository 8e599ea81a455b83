/** What may be done with lines whose quantities only go down: an order is lowered, or what is at hand of it is shipped. */
export type LinesDeed = 'lower' | 'ship'

export type DeedWords = {
  section: string
  caption: string
  ordered: string
  wish: string
  /** What stands in place of a quantity of 0, and the deed that leads there. */
  none: string
  take: string
  /** Before anything is chosen, and how a choice is counted. */
  idle: string
  changed: string
  keep: string
  save: string
  question: { some: string; none: string }
}

export const deedWords: Record<LinesDeed, DeedWords> = {
  lower: {
    section: 'Изменение заказа',
    caption: 'Строки заказа, количество которых меняется',
    ordered: 'Заказано',
    wish: 'Оставить',
    none: 'убрать',
    take: 'Убрать',
    idle: 'Количество можно уменьшить, строку – убрать',
    changed: 'Изменено строк',
    keep: 'Не менять',
    save: 'Сохранить',
    question: { some: 'Сохранить изменения? Вернуть прежнее количество в этом заказе будет нельзя.', none: 'Убрать все строки? Заказ будет отменён, товары вернутся в продажу.' },
  },
  ship: {
    section: 'Отгрузка заказа',
    caption: 'Строки заказа, которые отгружаются',
    ordered: 'Осталось',
    wish: 'Отгрузить',
    none: 'не отгружать',
    take: 'Не отгружать',
    idle: 'Отгружается всё. Чего нет, уменьшите или не отгружайте',
    changed: 'Не полностью строк',
    keep: 'Не отгружать',
    save: 'Отгрузить',
    question: { some: 'Отгрузить? Покупатель узнает, что отгружено и чего он ждёт.', none: '' },
  },
}
