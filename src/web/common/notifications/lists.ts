/** URLs of the page with all notifications, for buyers and staff. */
export type NotificationsList = '/notifications' | '/admin/notifications'

/** Events that cause notifications; shown while there are none. */
export const loadingText: Record<NotificationsList, string> = {
  '/notifications': 'Здесь появятся поступления товаров, о которых вы просили сообщить, и другие новости',
  '/admin/notifications': 'Здесь появятся просьбы покупателей: отменить заказ, прислать прайс-файл',
}
