/** Where all notifications stand: on the buyer's side and on the staff's. */
export type NotificationsList = '/notifications' | '/admin/notifications'

/** What the account will be notified of, shown while there are no notifications. */
export const loadingText: Record<NotificationsList, string> = {
  '/notifications': 'Здесь появятся поступления товаров, о которых вы просили сообщить, и другие новости',
  '/admin/notifications': 'Здесь появятся просьбы покупателей: отменить заказ, прислать прайс-файл',
}
