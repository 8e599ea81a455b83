/** Labels and sentences of several files that not every page needs. */
export const secondFactorRequired = 'Администратор сделал второй фактор обязательным'
export const retrySoon = 'Повторите через несколько секунд'
export const requestAccess = 'Запросите доступ – ответим в рабочее время'
export const linkGone = 'Ссылка больше не действует'
export const mailPaceTitle = 'Как часто присылать письма'
export const noExchangesYet = 'Обменов ещё не было'
export const offersBecomeGoods = 'Создавать товары из предложений'
export const sameAddress = 'Такой адрес уже есть'
export const sumInRoublesNeeded = 'Укажите сумму в рублях, например 300 000'

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

/** Refusals that forms and filters predict. */
export const formRefusals = {
  datePeriod: 'Ошибка во временных периодах: дата начала периода больше или равна дате конца периода',
  secondFactorDemanded: `${secondFactorRequired}: отключить его нельзя`,
  noAttorney: 'Подойдёт PDF, JPG или PNG',
} as const
