/** Titles of order notifications that the server sends and the screen also shows at once. */
export const awaitsApprovalTitle = (number: string): string => `Заказ ${number} ждёт согласования`

export const cancelDeclinedTitle = (number: string): string => `Заказ ${number}: отмена отклонена`
