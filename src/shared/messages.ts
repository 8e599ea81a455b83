/** Messages that both server and screens show, or that the specification defines. */

/** Refusals that a screen can predict. */
export const refusalMessages = {
  noContract: 'Нет доступного договора. Обратитесь к вашему менеджеру',
  zeroQuantity: 'Укажите количество товара',
  insufficientStock: 'Недостаточно свободных остатков на складе',
  datePeriod: 'Ошибка во временных периодах: дата начала периода больше или равна дате конца периода',
  secondFactorDemanded: 'Администратор сделал второй фактор обязательным: отключить его нельзя',
  noAttorney: 'Подойдёт PDF, JPG или PNG',
} as const

/** Messages of form fields, shared by all forms. */
export const fieldMessages = {
  noWarehouse: 'Выберите хотя бы один склад',
  goodMissing: 'Товар не найден',
  goodTwice: 'Товар указан дважды',
  pictureMissing: 'Картинка не найдена, загрузите её ещё раз',
  labelMissing: 'Метка не найдена: её, должно быть, удалили',
  offerTitle: 'Укажите название акции',
  firstDayAfterLast: 'Первый день позже последнего',
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
