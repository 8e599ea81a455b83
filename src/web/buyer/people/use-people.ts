import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { approvals } from '#shared/api/approvals.ts'
import type { InputOf } from '#shared/api/endpoint.ts'
import {
  deleteManager,
  disableManager,
  enableManager,
  endManagerSessions,
  inviteManager,
  listManagers,
  managerContracts,
  managerSignIns,
  saveManager,
} from '#shared/api/organisation/managers.ts'
import { call } from '#web/api/client.ts'

const key = ['people']

export const peopleQuery = queryOptions({
  queryKey: [...key, 'list'],
  queryFn: async ({ signal }) => (await call(listManagers, {}, { signal })).items,
})

export const signInsQuery = queryOptions({
  queryKey: [...key, 'signIns'],
  queryFn: async ({ signal }) => (await call(managerSignIns, {}, { signal })).items,
})

export const grantableContractsQuery = queryOptions({
  queryKey: [...key, 'contracts'],
  queryFn: async ({ signal }) => (await call(managerContracts, {}, { signal })).contracts,
})

/** Ordered sum of the current limit period by person id. */
const spentQuery = queryOptions({
  queryKey: [...key, 'spent'],
  queryFn: async ({ signal }) =>
    new Map((await call(approvals, {}, { signal })).employees.map(({ id, spent }) => [id, spent])),
})

/** Roubles that an employee has ordered in the current period of their limit. */
export function useSpent(person: { id: number } | undefined): number | undefined {
  const { data } = useQuery(spentQuery)
  return person && data?.get(person.id)
}

export function useSavePerson() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (person: InputOf<typeof saveManager>) => (await call(saveManager, person)).manager,
    onError: (error) => console.error('person not saved', error),
    onSuccess: () => refresh(queries),
  })
}

export function useSetPersonEnabled() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, enabled }: { id: number; enabled: boolean }) =>
      enabled ? call(enableManager, { id }) : call(disableManager, { id }),
    onSettled: () => refresh(queries),
  })
}

export function useDeletePerson() {
  const queries = useQueryClient()
  return useMutation({ mutationFn: (id: number) => call(deleteManager, { id }), onSettled: () => refresh(queries) })
}

export function useInvite() {
  const queries = useQueryClient()
  return useMutation({ mutationFn: (id: number) => call(inviteManager, { id }), onSettled: () => refresh(queries) })
}

export function useEndSession() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (one: InputOf<typeof endManagerSessions>) => call(endManagerSessions, one),
    onSettled: () => refresh(queries),
  })
}

/** Limits and names are shown on other screens too. */
function refresh(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'catalogue' })
}
