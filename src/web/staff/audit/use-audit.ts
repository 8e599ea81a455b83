import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { InputOf } from '#shared/api/endpoint.ts'
import { listAudit, readAudit } from '#shared/api/administration/audit.ts'
import { call } from '#web/api/client.ts'
import { auditFilterOf, isValidAuditPeriod, type AuditSearch } from './audit-url.ts'

const key = ['staff', 'audit']

/** Input of the calls for the URL's filters. */
export function auditInputOf(search: AuditSearch): InputOf<typeof listAudit> {
  return { ...auditFilterOf(search), who: search.who }
}

export function useAudit({ row: _row, ...search }: AuditSearch) {
  const { before, after } = search
  return useQuery({
    queryKey: [...key, 'list', search],
    queryFn: ({ signal }) => call(listAudit, { ...auditInputOf(search), before, after }, { signal }),
    enabled: isValidAuditPeriod(search),
    placeholderData: keepPreviousData,
  })
}

/** The row opened by its URL; it may be on another page of the list. */
export function auditRowQuery(id: number) {
  return queryOptions({
    queryKey: [...key, 'row', id],
    queryFn: async ({ signal }) => (await call(readAudit, { id }, { signal })).row,
    staleTime: Infinity,
  })
}
