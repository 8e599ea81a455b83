/** A file that holds no table we can read; the message is Russian and says what the buyer may do. */
export class Unreadable extends Error {}

export const refusals = {
  archive: 'Это архив. Распакуйте его и загрузите таблицу из него',
  locked: 'Файл защищён паролем. Снимите пароль и загрузите его ещё раз',
} as const
