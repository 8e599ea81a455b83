/** Why an ИНН does not name one contragent. */
export const severalContragents = (inn: string): string => `С ИНН ${inn} несколько контрагентов: укажите КПП`
