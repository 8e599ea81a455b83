/** Apart from the checks of requisites: calls name the forms, and the first load needs no checks. */
export const legalForms = ['ООО', 'ИП', 'АО', 'ПАО', 'НКО', 'Иное'] as const
export type LegalForm = (typeof legalForms)[number]
