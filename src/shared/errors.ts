import { maxDrafts } from './constants.ts'
import { refusalMessages } from './messages.ts'

/**
 * Every refusal: code → HTTP status and Russian sentence for people. The web takes the types alone: what a screen says
 * itself stands in `messages.ts`.
 */
export const errors = {
  malformed: { status: 400, message: 'Запрос не удалось прочитать' },
  notSignedIn: { status: 401, message: 'Войдите, чтобы продолжить' },
  wrongCredentials: { status: 401, message: 'Неверный логин или пароль' },
  secondFactorNeeded: { status: 401, message: 'Введите код из приложения' },
  wrongSecondFactor: { status: 401, message: 'Неверный код. Введите текущий код из приложения или запасной код' },
  registrationPending: { status: 403, message: 'Ваша заявка ещё не рассмотрена' },
  registrationRejected: { status: 403, message: 'Заявка отклонена' },
  accountDisabled: { status: 403, message: 'Учётная запись отключена' },
  forbidden: { status: 403, message: 'Недостаточно прав для этого действия' },
  crossSite: { status: 403, message: 'Запрос с чужого сайта отклонён' },
  notFound: { status: 404, message: 'Не найдено' },
  conflict: { status: 409, message: 'Данные изменились, обновите страницу' },
  orderChanged: {
    status: 409,
    message:
      'Цены, остатки, кратность или стоимость доставки изменились. Проверьте корзину и подтвердите заказ ещё раз',
  },
  tooSlow: { status: 408, message: 'Запрос передавался слишком медленно. Проверьте связь и повторите' },
  tooLarge: { status: 413, message: 'Слишком большой запрос' },
  headersTooLarge: { status: 431, message: 'Слишком длинный адрес или слишком большие заголовки запроса' },
  unsupportedMedia: { status: 415, message: 'Такой формат запроса не поддерживается' },
  invalid: { status: 400, message: 'Проверьте введённые данные' },
  noTable: { status: 422, message: 'В файле не удалось найти таблицу' },
  noPicture: { status: 422, message: 'Файл не является картинкой' },
  noDocument: { status: 422, message: 'Подойдёт PDF, DOCX или XLSX без макросов, JPG или PNG' },
  contragentTaken: { status: 409, message: 'Этот контрагент уже зарегистрирован' },
  contragentInUse: {
    status: 422,
    message: 'У контрагента есть действующий договор: его можно отключить, но не удалить',
  },
  noAttorney: { status: 422, message: refusalMessages.noAttorney },
  noContract: { status: 422, message: refusalMessages.noContract },
  zeroQuantity: { status: 422, message: refusalMessages.zeroQuantity },
  insufficientStock: { status: 422, message: refusalMessages.insufficientStock },
  chooseVariant: { status: 422, message: 'Выберите вариант' },
  notSold: { status: 422, message: 'Товар не продаётся по этому договору' },
  pricesHidden: { status: 422, message: 'Сортировка и отбор по цене недоступны: цены для вас скрыты' },
  datePeriod: {
    status: 422,
    message: refusalMessages.datePeriod,
  },
  ordersSuspended: { status: 422, message: 'Заказы по договору приостановлены' },
  contractInactive: { status: 422, message: 'Договор не действует: новые заказы по нему не принимаются' },
  emptyBasket: { status: 422, message: 'Корзина пуста' },
  creditLimit: { status: 422, message: 'Заказ превышает кредитный лимит по договору' },
  belowLeastSum: { status: 422, message: 'Сумма заказа меньше минимальной по договору' },
  deliveryDate: { status: 422, message: 'На эту дату доставки нет: выберите рабочий день в пределах недели' },
  deliveryIncomplete: { status: 422, message: 'Заполните данные доставки' },
  deliveryGone: {
    status: 422,
    message: 'Так доставить больше нельзя: выберите другую зону, терминал или способ доставки',
  },
  keyReused: { status: 422, message: 'Этот ключ запроса уже использован с другими данными' },
  keyMissing: { status: 400, message: 'Нет ключа запроса Idempotency-Key' },
  notCancellable: { status: 422, message: 'Заказ в этом состоянии отменить нельзя' },
  notChangeable: { status: 422, message: 'Заказ в этом состоянии изменить нельзя' },
  onlyLess: { status: 422, message: 'В оформленном заказе количество можно только уменьшить' },
  nothingChanged: { status: 422, message: 'В заказе ничего не изменено' },
  aboveOwnLimit: { status: 422, message: 'С платной доставкой сумма превысит ваш лимит. Обратитесь к руководителю' },
  notAwaiting: { status: 422, message: 'Заказ не ждёт согласования' },
  awaitsHead: {
    status: 422,
    message: 'Заказ ждёт согласования у покупателя: дальше его передаст только руководитель покупателя',
  },
  notHandedOver: { status: 422, message: 'Этот заказ в 1С не передаётся' },
  overShipped: { status: 422, message: 'Отгрузить можно не больше, чем заказано' },
  alreadyShipped: { status: 422, message: 'Отгруженного меньше не станет: оформите возврат' },
  invoiceAwaits: { status: 422, message: 'Заказ ждёт согласования: счёт появится, когда его согласуют' },
  unusualDay: { status: 422, message: 'В этот день доставки не бывает: подтвердите дату или выберите другую' },
  noInvoice: { status: 422, message: 'Счёт на отменённый заказ не выставляется' },
  sellerInUse: { status: 422, message: 'По договорам продаёт эта организация: сначала назначьте другую' },
  noSeller: { status: 422, message: 'Реквизиты поставщика ещё не внесены: обратитесь к вашему менеджеру' },
  stateChange: { status: 422, message: 'Такой переход состояния заказа не предусмотрен' },
  importDecided: {
    status: 409,
    message: 'Этот файл больше не ждёт решения: его уже загружают снова или от него отказались',
  },
  nothingToBill: { status: 422, message: 'Платить нечего: по этим документам долга нет' },
  actNotReady: { status: 422, message: 'Акт ещё не сформирован' },
  actAnswered: { status: 422, message: 'На этот акт уже ответили: запросите новый' },
  actUnanswered: { status: 422, message: 'Ответьте на каждое расхождение: согласны с ним или спорите' },
  actDisputed: { status: 422, message: 'В акте есть строки, с которыми вы спорите: отправьте разногласия' },
  nothingDisputed: { status: 422, message: 'Отметьте строки, с которыми вы не согласны' },
  actBeingBuilt: { status: 422, message: 'Акт уже формируется: отменить запрос нельзя' },
  actNotFailed: { status: 422, message: 'Запросить снова можно только акт, который не сформировался' },
  tooManyActs: { status: 422, message: 'Уже запрошено 20 актов: дождитесь, пока они сформируются' },
  noLedger: {
    status: 422,
    message: 'В файле не найдены столбцы с датой, дебетом и кредитом. Подойдёт карточка счёта 60 или акт сверки из 1С',
  },
  feedRefused: { status: 422, message: 'Лента не принята' },
  alreadyRegistered: { status: 409, message: 'Этот контрагент уже зарегистрирован' },
  registrationDecided: { status: 409, message: 'По заявке уже принято решение' },
  registerSilent: { status: 503, message: 'ЕГРЮЛ сейчас не отвечает. Повторите через минуту' },
  contragentElsewhere: {
    status: 409,
    message: 'Контрагент с этими ИНН и КПП уже есть: присоедините заявку к его организации',
  },
  answerGone: { status: 404, message: 'Ссылка больше не действует: на вопрос уже ответили или решение принято' },
  innRefused: { status: 422, message: 'Заявки с этим ИНН не принимаются. Позвоните в отдел продаж' },
  emailTaken: { status: 409, message: 'Этот Email уже занят' },
  loginTaken: { status: 409, message: 'Этот Логин уже занят' },
  ownAccess: { status: 422, message: 'Свой доступ и свою роль меняет другой владелец' },
  lastOwner: { status: 422, message: 'Это последний владелец: сначала сделайте владельцем другого сотрудника' },
  alreadyJoined: { status: 409, message: 'Сотрудник уже задал пароль: приглашение ему не нужно' },
  notEnabled: { status: 422, message: 'Доступ сотрудника закрыт: сначала включите его' },
  reminderEmpty: { status: 400, message: 'Вы ничего не ввели' },
  emailUnknown: { status: 404, message: 'В нашей базе не содержится такого E-mail' },
  resetGone: { status: 404, message: 'Ссылка устарела или уже использована. Запросите новую' },
  listNameTaken: { status: 409, message: 'Список с таким названием уже есть' },
  tooManyDrafts: { status: 422, message: `Сохранить можно не больше ${maxDrafts} черновиков: удалите ненужные` },
  draftChanged: {
    status: 409,
    message: 'Цена или остаток снова изменились. Строки обновлены: проверьте их и примите ещё раз',
  },
  emptyDraft: { status: 422, message: 'В черновике нет товаров' },
  scheduleDate: { status: 422, message: 'Выберите день не раньше завтрашнего и не позже чем через год' },
  listFull: { status: 422, message: 'В списке больше нет места: удалите лишнее' },
  compareFull: { status: 422, message: 'Сравнить можно не больше 6 товаров: уберите один из них' },
  tooManyLinks: { status: 422, message: 'По договору уже 20 адресов прайс-листа: отзовите ненужные' },
  priceListFailed: { status: 422, message: 'Прайс-лист не удалось подготовить. Закажите его ещё раз' },
  categoriesGone: { status: 422, message: 'Категорий этого запроса больше нет в каталоге: приложите свой файл' },
  tooManyFiles: { status: 422, message: 'К ответу можно приложить не больше 10 файлов: уберите лишние' },
  wrongPriceFile: { status: 422, message: 'Приложите файл XLSX, XLS, PDF, CSV или ZIP' },
  priceFileUnfinished: { status: 422, message: 'Файл ещё готовится. Ответьте, когда он будет готов' },
  tooManyRequests: { status: 429, message: 'Слишком много попыток. Попробуйте позже' },
  secondFactorSet: { status: 409, message: 'Второй фактор уже включён. Сначала отключите его' },
  secondFactorNotBegun: { status: 409, message: 'Настройка второго фактора устарела. Начните её заново' },
  secondFactorDemanded: {
    status: 422,
    message: refusalMessages.secondFactorDemanded,
  },
  wrongPassword: { status: 422, message: 'Неверный пароль' },
  wrongCode: { status: 422, message: 'Неверный код. Проверьте время на телефоне и введите текущий код' },
  signInBusy: { status: 429, message: 'Сейчас входит слишком много людей. Повторите через несколько секунд' },
  demoClosed: { status: 404, message: 'Демо-режим сейчас закрыт. Запросите доступ – ответим в рабочее время' },
  demoForbidden: {
    status: 422,
    message: 'В демо-режиме это недоступно. Запросите доступ, чтобы работать от своей организации',
  },
  demoFull: { status: 503, message: 'В демо-режиме сейчас слишком много посетителей. Зайдите завтра' },
  unavailable: { status: 503, message: 'Сервис временно недоступен. Попробуйте через несколько секунд' },
  catalogueNotReady: { status: 503, message: 'Каталог загружается. Попробуйте через несколько секунд' },
  failure: { status: 500, message: 'Внутренняя ошибка. Мы уже знаем о ней' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** Body of every refused call. */
export type ErrorBody = {
  status: 'error'
  code: ErrorCode
  message: string
  fields?: Record<string, string>
  [detail: string]: unknown
}
