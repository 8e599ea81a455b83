/** Where all notifications stand: on the buyer's side and on the staff's. */
export type NotificationsList = '/notifications' | '/admin/notifications'

/** What an account will be told of, said before anything has come. */
export const comingWords: Record<NotificationsList, string> = {
  '/notifications': 'Здесь появятся поступления товаров, о которых вы просили сообщить, и другие новости',
  '/admin/notifications': 'Здесь появятся просьбы покупателей: отменить заказ, прислать прайс-файл',
}
