/** Texts of actions that can only decrease quantities: reducing an order, or shipping it. */
export type LinesAction = 'lower' | 'ship'

export type ActionTexts = {
  section: string
  caption: string
  ordered: string
  input: string
  /** Text shown instead of a quantity of 0, and the button that sets it. */
  zeroText: string
  zeroButton: string
  /** Summary before and after something was changed. */
  idle: string
  changed: string
  cancel: string
  save: string
  /** Message when the order was changed concurrently. */
  conflict: string
  question: { some: string; zeroText: string }
}

/** What follows the cancellation of an order. */
export const goodsReturn = 'Товары вернутся в продажу'
export const orderCancelled = 'Заказ будет отменён, товары вернутся в продажу'

export const actionTexts: Record<LinesAction, ActionTexts> = {
  lower: {
    section: 'Изменение заказа',
    caption: 'Строки заказа, количество которых меняется',
    ordered: 'Заказано',
    input: 'Оставить',
    zeroText: 'убрать',
    zeroButton: 'Убрать',
    idle: 'Количество можно уменьшить, строку – убрать',
    changed: 'Изменено строк',
    cancel: 'Не менять',
    save: 'Сохранить',
    conflict: 'Пока вы правили, заказ изменили. Проверьте строки и сохраните ещё раз.',
    question: {
      some: 'Сохранить изменения? Вернуть прежнее количество в этом заказе будет нельзя.',
      zeroText: `Убрать все строки? ${orderCancelled}.`,
    },
  },
  ship: {
    section: 'Отгрузка заказа',
    caption: 'Строки заказа, которые отгружаются',
    ordered: 'Осталось',
    input: 'Отгрузить',
    zeroText: 'не отгружать',
    zeroButton: 'Не отгружать',
    idle: 'Отгружается всё. Чего нет, уменьшите или не отгружайте',
    changed: 'Не полностью строк',
    cancel: 'Не отгружать',
    save: 'Отгрузить',
    conflict: 'Пока вы отгружали, заказ изменили. Проверьте строки и отгрузите ещё раз.',
    question: { some: 'Отгрузить? Покупатель узнает, что отгружено и чего он ждёт.', zeroText: '' },
  },
}
