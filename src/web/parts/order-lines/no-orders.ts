/** Title of a list of orders when no order matches the filters. */
export const noOrdersTitle = 'По этим условиям заказов нет'
