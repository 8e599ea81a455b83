/** Hints below the names of upcoming steps. */
export const stepHints = {
  administrator: 'первый сотрудник портала',
  firm: 'реквизиты для счетов',
  account: 'адрес и пароль обмена',
  export: 'товары, цены и остатки',
  contract: 'покупатель и его цены',
}

export const shownOnce = 'Пароль показан один раз'
