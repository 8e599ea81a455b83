/** Under the name of a step that is still to be done. */
export const stepHints = {
  administrator: 'первый сотрудник портала',
  firm: 'реквизиты для счетов',
  account: 'адрес и пароль обмена',
  export: 'товары, цены и остатки',
  contract: 'покупатель и его цены',
}
