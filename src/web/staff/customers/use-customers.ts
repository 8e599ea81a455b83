import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as contragents from '#shared/api/administration/customer-contragents.ts'
import * as people from '#shared/api/administration/customer-people.ts'
import * as api from '#shared/api/administration/customers.ts'
import * as merging from '#shared/api/administration/merge-customers.ts'
import type { Endpoint, InputOf } from '#shared/api/endpoint.ts'
import type { saveContragent } from '#shared/api/organisation/contragents.ts'
import type { saveManager } from '#shared/api/organisation/managers.ts'
import { call } from '#web/api/client.ts'
import type { CustomersSearch } from './customers-url.ts'

const key = ['staff', 'customers'] as const

export function useCustomers(search: CustomersSearch, { enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    enabled,
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

/** Reads the whole card again: sums, states and choices beside the change depend on it. */
function useCardMutation<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => queries.invalidateQueries({ queryKey: key }) })
}

const sendTo =
  <E extends Endpoint>(endpoint: E) =>
  (input: InputOf<E>) =>
    call(endpoint, input)

export const useCreateContract = () => useCardMutation(sendTo(api.createContract))
export const useSaveTerms = () => useCardMutation(sendTo(api.saveContractTerms))
export const useStopContract = () => useCardMutation(sendTo(api.stopContract))

// The inputs of these are those of the owner's own screens.

export const useSaveContragent = (customerId: number) =>
  useCardMutation(async ({ id, ...form }: InputOf<typeof saveContragent>) => {
    const reply = await call(contragents.saveCustomerContragent, { ...form, id: customerId, contragent: id })
    return reply.contragent
  })

export const useSwitchContragent = (customerId: number) =>
  useCardMutation(({ id, active }: { id: number; active: boolean }) =>
    call(contragents.switchCustomerContragent, { id: customerId, contragent: id, active }),
  )

export const useDeleteContragent = (customerId: number) =>
  useCardMutation((id: number) => call(contragents.deleteCustomerContragent, { id: customerId, contragent: id }))

export const useSavePerson = (customerId: number) =>
  useCardMutation(async ({ id, ...form }: InputOf<typeof saveManager>) => {
    const reply = await call(people.saveCustomerPerson, { ...form, id: customerId, account: id })
    return reply.manager
  })

export const useSwitchPerson = (customerId: number) =>
  useCardMutation(({ id, enabled }: { id: number; enabled: boolean }) =>
    call(people.switchCustomerPerson, { id: customerId, account: id, enabled }),
  )

// Not read again with the card: after the change there is nothing to read.

export const personRecordsQuery = (id: number) =>
  queryOptions({
    queryKey: ['staff', 'person-records', id],
    queryFn: async ({ signal }) => (await call(people.personRecords, { id }, { signal })).records,
  })

/** Takes the owner's form of a person. */
export const useMovePerson = (customerId: number, target: number) =>
  useCardMutation(async ({ id, version, login: _l, name: _n, phone: _p, ...access }: InputOf<typeof saveManager>) => {
    const move = { ...access, id: customerId, account: id ?? 0, version: version ?? '', target }
    return (await call(people.moveCustomerPerson, move)).manager
  })

export const useDeletePerson = (customerId: number) =>
  useCardMutation((id: number) => call(people.deleteCustomerPerson, { id: customerId, account: id }))

export const useInvitePerson = (customerId: number) =>
  useCardMutation((id: number) => call(people.inviteCustomerPerson, { id: customerId, account: id }))

export const mergePlanQuery = (closed: number, kept: number) =>
  queryOptions({
    queryKey: ['staff', 'merge-plan', closed, kept],
    queryFn: async ({ signal }) => (await call(merging.mergePlan, { id: closed, target: kept }, { signal })).plan,
    staleTime: 0,
  })

export const useMergeCustomers = () => useCardMutation(sendTo(merging.mergeCustomers))
