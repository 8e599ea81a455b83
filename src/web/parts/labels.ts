/** Labels and texts of fields, tables and empty lists that several features show. */
export const bankLabel = 'Банк и его город'
export const documentFilterLabel = 'Номер документа или заказа'
export const otherPeriodOrKind = 'Выберите другой период или вид документов'
export const staffNoteMark = 'Заметка, покупатель не видит'
