import { documentGroupNames, type DocumentGroup } from '#shared/rules/documents/shipping-documents.ts'
import { parseDay } from '#shared/rules/dates.ts'
import { dateOf, parseInteger, textOf, withoutAbsent } from '#web/search.ts'

/** URL state of the documents, with the call's field names. */
export type DocumentsSearch = {
  contract?: number
  group?: DocumentGroup
  startdate?: string
  enddate?: string
  query?: string
  unsigned?: 1
  page?: number
}

/** Normalises a URL: drops defaults and invalid values. */
export function normaliseDocumentsSearch(raw: Record<string, unknown>): DocumentsSearch {
  const page = parseInteger(raw.page)
  return withoutAbsent({
    contract: parseInteger(raw.contract),
    group: documentGroupNames.find((name) => name === raw.group),
    startdate: dateOf(raw.startdate),
    enddate: dateOf(raw.enddate),
    query: textOf(raw.query)?.trim(),
    unsigned: parseInteger(raw.unsigned) === 1 ? 1 : undefined,
    page: page === 1 ? undefined : page,
  })
}

export type DocumentsChange = { [Name in keyof DocumentsSearch]?: DocumentsSearch[Name] | undefined }

/** Changed filters; any change except of the page goes back to page 1 [T.7]. */
export function changeDocumentsSearch(search: DocumentsSearch, change: DocumentsChange): DocumentsSearch {
  return normaliseDocumentsSearch({ ...search, page: undefined, ...change })
}

/** Whether the start is not after the end. */
export function isValidDocumentsPeriod({ startdate, enddate }: DocumentsSearch): boolean {
  return startdate === undefined || enddate === undefined || parseDay(startdate) <= parseDay(enddate)
}
