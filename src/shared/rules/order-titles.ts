/** Titles of news of an order that the server sends and the screen shows at once. */
export const awaitsApprovalTitle = (number: string): string => `Заказ ${number} ждёт согласования`

export const cancelDeclinedTitle = (number: string): string => `Заказ ${number}: отмена отклонена`
