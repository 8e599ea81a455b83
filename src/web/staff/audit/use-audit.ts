import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { InputOf } from '#shared/api/endpoint.ts'
import { listAudit, readAudit } from '#shared/api/administration/audit.ts'
import { call } from '#web/api/client.ts'
import { auditFilter, isAuditPeriod, type AuditSearch } from './audit-url.ts'

const key = ['staff', 'audit']

/** What the address asks for, as the calls take it. */
export function inputOf(search: AuditSearch): InputOf<typeof listAudit> {
  return { ...auditFilter(search), who: search.who }
}

export function useAudit({ row: _row, ...search }: AuditSearch) {
  const { before, after } = search
  return useQuery({
    queryKey: [...key, 'list', search],
    queryFn: ({ signal }) => call(listAudit, { ...inputOf(search), before, after }, { signal }),
    enabled: isAuditPeriod(search),
    placeholderData: keepPreviousData,
  })
}

/** A row opened by its address, which need not be on the page. */
export function auditRowQuery(id: number) {
  return queryOptions({
    queryKey: [...key, 'row', id],
    queryFn: async ({ signal }) => (await call(readAudit, { id }, { signal })).row,
    staleTime: Infinity,
  })
}
