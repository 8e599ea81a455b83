/** Messages that both server and screens show, or that the specification defines. Every page loads them. */

export const contactManager = 'Обратитесь к вашему менеджеру'

export const accountTitle = 'Профиль, вход и безопасность'
export const keywordPlaceholder = 'Артикул, штрихкод или название'

/** Refusals that a screen can predict. */
export const refusalMessages = {
  noContract: `Нет доступного договора. ${contactManager}`,
  zeroQuantity: 'Укажите количество товара',
  insufficientStock: 'Недостаточно свободных остатков на складе',
} as const

/** Reply to a registration [M.7]. */
export const registered =
  'Поздравляем! Вы зарегистрированы. После обработки данных администратором, вам будет открыт доступ в личный кабинет.'

/** Reply to a reminder [M.4]. */
export const reminded = 'Письмо с вашими данными было отправлено на вашу почту'

export const suspensionTitle = 'Уведомление о приостановке заказов'

/** Reply to repeating an order [T.2, M.8]. */
export const nothingToRepeat = { title: 'Нет в наличии', message: 'Невозможно повторить заказ. Товаров нет в наличии!' }
export const repeated = (count: number) => ({
  title: 'Заказ добавлен в корзину',
  message: `Добавлено товаров - ${count} шт.`,
})

/** To an employee under price politics. */
export const contractPricesHidden = 'Здесь цены договора, а вам владелец организации показывает другие'

/** Doubts about a good proposed for a name. */
export const proposalDoubts = ['name', 'brand', 'similar'] as const
export type ProposalDoubt = (typeof proposalDoubts)[number]

const proposalNotes: Record<ProposalDoubt, string> = {
  name: 'В файле названо другое: проверьте товар',
  brand: 'В файле другой бренд',
  similar: 'Похожий товар',
}

/** `brand`: of the proposed good. */
export function proposalNote(doubt: ProposalDoubt, brand = ''): string {
  return doubt === 'brand' && brand !== '' ? `${proposalNotes.brand}, у товара ${brand}` : proposalNotes[doubt]
}
