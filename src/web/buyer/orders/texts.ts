export const lineForms = ['строка', 'строки', 'строк'] as const
