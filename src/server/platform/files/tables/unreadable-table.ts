/** The file contains no readable table; the Russian message says what the buyer can do. */
export class UnreadableTable extends Error {}

export const unreadableMessages = {
  archive: 'Это архив. Распакуйте его и загрузите таблицу из него',
  locked: 'Файл защищён паролем. Снимите пароль и загрузите его ещё раз',
} as const
