/** Texts of actions that can only decrease quantities: reducing an order, or shipping it. */
export type LinesAction = 'lower' | 'ship'

export type ActionTexts = {
  section: string
  caption: string
  ordered: string
  input: string
  /** Text shown instead of a quantity of 0, and the button that sets it. */
  none: string
  take: string
  /** Summary before and after something was changed. */
  idle: string
  changed: string
  keep: string
  save: string
  /** Message when the order was changed concurrently. */
  conflict: string
  question: { some: string; none: string }
}

export const actionTexts: Record<LinesAction, ActionTexts> = {
  lower: {
    section: 'Изменение заказа',
    caption: 'Строки заказа, количество которых меняется',
    ordered: 'Заказано',
    input: 'Оставить',
    none: 'убрать',
    take: 'Убрать',
    idle: 'Количество можно уменьшить, строку – убрать',
    changed: 'Изменено строк',
    keep: 'Не менять',
    save: 'Сохранить',
    conflict: 'Пока вы правили, заказ изменили. Проверьте строки и сохраните ещё раз.',
    question: {
      some: 'Сохранить изменения? Вернуть прежнее количество в этом заказе будет нельзя.',
      none: 'Убрать все строки? Заказ будет отменён, товары вернутся в продажу.',
    },
  },
  ship: {
    section: 'Отгрузка заказа',
    caption: 'Строки заказа, которые отгружаются',
    ordered: 'Осталось',
    input: 'Отгрузить',
    none: 'не отгружать',
    take: 'Не отгружать',
    idle: 'Отгружается всё. Чего нет, уменьшите или не отгружайте',
    changed: 'Не полностью строк',
    keep: 'Не отгружать',
    save: 'Отгрузить',
    conflict: 'Пока вы отгружали, заказ изменили. Проверьте строки и отгрузите ещё раз.',
    question: { some: 'Отгрузить? Покупатель узнает, что отгружено и чего он ждёт.', none: '' },
  },
}
