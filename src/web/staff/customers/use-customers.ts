import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as contragents from '#shared/api/administration/customer-contragents.ts'
import * as people from '#shared/api/administration/customer-people.ts'
import * as api from '#shared/api/administration/customers.ts'
import type { Endpoint, InputOf } from '#shared/api/endpoint.ts'
import type { saveContragent } from '#shared/api/organisation/contragents.ts'
import type { saveManager } from '#shared/api/organisation/managers.ts'
import { call } from '#web/api/client.ts'
import type { CustomersSearch } from './customers-url.ts'

const key = ['staff', 'customers'] as const

export function useCustomers(search: CustomersSearch) {
  return useQuery({
    queryKey: [...key, 'list', search],
    queryFn: ({ signal }) => call(api.staffCustomers, search, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function customerQuery(id: number) {
  return queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: async ({ signal }) => (await call(api.staffGetCustomer, { id }, { signal })).customer,
  })
}

export const contractOptionsQuery = queryOptions({
  queryKey: [...key, 'contract-options'],
  queryFn: ({ signal }) => call(api.staffContractOptions, {}, { signal }),
})

/** Changes of a customer return it. */
function useCustomerMutation<E extends Endpoint>(endpoint: E) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (input: InputOf<E>) => (await call(endpoint, input)) as { customer: api.CustomerDetails },
    onSuccess: ({ customer }) => queries.setQueryData(customerQuery(customer.id).queryKey, customer),
    onSettled: () => queries.invalidateQueries({ queryKey: [...key, 'list'] }),
  })
}

export const useSetManager = () => useCustomerMutation(api.setCustomerManager)
export const useAddNote = () => useCustomerMutation(api.addCustomerNote)
export const useDeleteNote = () => useCustomerMutation(api.deleteCustomerNote)

/** Followed by the whole card: sums, states and choices beside the change depend on it. */
function usePartMutation<E extends Endpoint>(endpoint: E) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<E>) => call(endpoint, input),
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  })
}

export const useCreateContract = () => usePartMutation(api.createContract)
export const useSaveTerms = () => usePartMutation(api.saveContractTerms)
export const useStopContract = () => usePartMutation(api.stopContract)
export const useSwitchContragent = () => usePartMutation(contragents.switchCustomerContragent)
export const useDeleteContragent = () => usePartMutation(contragents.deleteCustomerContragent)

/** Saves what the owner's own form of a contragent sends. */
export function useSaveContragent(customerId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...form }: InputOf<typeof saveContragent>) =>
      (await call(contragents.saveCustomerContragent, { ...form, id: customerId, contragent: id })).contragent,
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  })
}

export const useSwitchPerson = () => usePartMutation(people.switchCustomerPerson)
export const useInvitePerson = () => usePartMutation(people.inviteCustomerPerson)

/** Saves what the owner's own form of an employee sends. */
export function useSavePerson(customerId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...form }: InputOf<typeof saveManager>) =>
      (await call(people.saveCustomerPerson, { ...form, id: customerId, account: id })).manager,
    onSuccess: () => queries.invalidateQueries({ queryKey: key }),
  })
}
