import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { endpointAddress } from '#shared/api/address.ts'
import {
  eraseGuestData,
  erasePersonData,
  exportGuestData,
  exportPersonData,
  guestHeldData,
  personHeldData,
  readRetentionPeriods,
} from '#shared/api/account/people-data.ts'
import type { HeldData } from '#shared/api/account/personal-data.ts'
import { call } from '#web/api/client.ts'
import type { GuestRef } from './personal-data-url.ts'

const key = ['staff', 'personalData']

/** A person with an account, or a guest without one. */
export type PersonRef = { account: number } | { guest: GuestRef }

export type StoredData = { name: string; login: string; isErased: boolean; held: HeldData[] }

export const storedDataQuery = (ref: PersonRef) =>
  queryOptions({
    queryKey: [...key, 'person', ref],
    queryFn: ({ signal }) => ('account' in ref ? readPerson(ref.account, signal) : readGuest(ref.guest, signal)),
  })

async function readPerson(id: number, signal: AbortSignal): Promise<StoredData> {
  const { person, held } = await call(personHeldData, { id }, { signal })
  return { name: person.name || person.login, login: person.login, isErased: person.state === 'erased', held }
}

async function readGuest(ref: GuestRef, signal: AbortSignal): Promise<StoredData> {
  const { guest, held } = await call(guestHeldData, ref, { signal })
  return { name: guest.name || guest.phone || guest.email, login: '', isErased: guest.erased, held }
}

export function exportAddress(ref: PersonRef): string {
  return 'account' in ref
    ? endpointAddress(exportPersonData, { id: ref.account })
    : endpointAddress(exportGuestData, ref.guest)
}

export const termsQuery = queryOptions({
  queryKey: [...key, 'terms'],
  queryFn: async ({ signal }) => (await call(readRetentionPeriods, {}, { signal })).terms,
  staleTime: Infinity,
  refetchOnWindowFocus: false,
})

export function useErasePerson(ref: PersonRef) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (password: string) =>
      'account' in ref
        ? call(erasePersonData, { id: ref.account, password })
        : call(eraseGuestData, { ...ref.guest, password }),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  })
}
