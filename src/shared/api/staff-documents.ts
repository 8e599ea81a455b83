/**
 * POST of a document's bytes as they are: PDF, DOCX, XLSX, JPG or PNG, told by its content. For staff of the catalogue; up to
 * 200 uploads an hour. 422 with the reason where it is none of these, 413 where it is too large. A product shows it once it
 * is saved with it; what none shows a day later is gone.
 */
export const documentUploadPath = '/api/staff/documents/'
export const largestDocumentBytes = 20 * 1024 * 1024

/** The same bytes are the same file. */
export type UploadedDocument = { status: 'success'; file: number; extension: string; size: number }
