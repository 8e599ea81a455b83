/** Title of a list of orders whose filters leave none. */
export const noOrdersTitle = 'По этим условиям заказов нет'
