/** Why an ИНН does not name one contragent. */
export const severalContragents = (inn: string): string => `С ИНН ${inn} несколько контрагентов: укажите КПП`

/** Why 1C's contragent is not taken. */
export const unknownContragent = (inn: string): string => `Контрагент с ИНН ${inn} не зарегистрирован на портале`
