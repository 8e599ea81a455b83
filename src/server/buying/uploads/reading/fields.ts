/** Meanings of a column: those of shared/api/uploads.ts by their own names. */
export const columnFields = ['articul', 'code', 'barcode', 'name', 'size', 'quantity'] as const
export type ColumnField = (typeof columnFields)[number]
