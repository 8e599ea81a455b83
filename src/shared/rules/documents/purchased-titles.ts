/** Titles of the purchased goods reports, by number. */
export const purchasedTitles = {
  1: 'Закупленные товары',
  2: 'Закупки по документам',
  3: 'Закупки по категориям и брендам',
  4: 'Закупки по месяцам',
} as const
