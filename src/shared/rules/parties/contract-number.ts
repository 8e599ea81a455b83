export const contractNumberLength = 60

export const contractNumberMessages = {
  missing: 'Укажите номер договора',
  taken: 'У контрагента уже есть договор с этим номером',
} as const
