import * as api from '#shared/api/administration/customers.ts'
import { dayOf, parseDay } from '#shared/rules/dates.ts'
import type { Db } from '#server/platform/db/client.ts'
import { staff } from '#server/platform/http/actor.ts'
import type { Api } from '#server/platform/http/api.ts'
import { shapePagination } from '#server/platform/http/shape-pagination.ts'
import type { Actor } from '#server/platform/sessions/actor.ts'
import { changeTerms, readContractOptions, stopOrResume } from './contract-terms.ts'
import { createContract } from './new-contract.ts'
import { addNote, assignManager, readCustomer, readCustomers, removeNote } from './service.ts'
import { parseContractTerms, shapeCustomer, shapeCustomerCard, shapeCustomerContract } from './shape.ts'

const pageSize = 50
const maxPageSize = 100

/** Customers as their staff see them, with the terms of their contracts. */
export function customerRoutes({ on }: Api, deps: { db: Db }): void {
  const read = async (actor: Actor, organisationId: number) => ({
    customer: shapeCustomerCard(await readCustomer(deps, staff(actor), { organisationId })),
  })
  on(api.staffCustomers, async ({ actor, input: { group = 'all', query = '', page = 1, perpage = pageSize } }) => {
    const paging = { page: Math.max(1, page), perPage: Math.min(Math.max(1, perpage), maxPageSize) }
    const listed = await readCustomers(deps, staff(actor), { group, query: query.trim(), ...paging })
    const today = dayOf(new Date())
    return {
      items: listed.customers.map((customer) => shapeCustomer(customer, today)),
      counts: listed.counts,
      pagination: shapePagination(listed.pagination),
    }
  })
  on(api.staffGetCustomer, async ({ actor, input: { id } }) => read(actor, id))
  on(api.setCustomerManager, async ({ actor, input: { id, manager } }) => {
    await assignManager(deps, staff(actor), { organisationId: id, managerId: manager ?? null })
    return read(actor, id)
  })
  on(api.addCustomerNote, async ({ actor, input: { id, key, text } }) => {
    await addNote(deps, staff(actor), { organisationId: id, key, text: text.trim() })
    return read(actor, id)
  })
  on(api.deleteCustomerNote, async ({ actor, input: { id, note } }) => {
    await removeNote(deps, staff(actor), { organisationId: id, noteId: note })
    return read(actor, id)
  })
  on(api.staffContractOptions, async () => {
    const { priceTypes, rrcTypes, warehouses } = await readContractOptions(deps)
    const toOption = ({ id, name }: { id: number; name: string }) => ({ id, header: name })
    return {
      price_types: priceTypes.map(toOption),
      rrc_types: rrcTypes.map(toOption),
      warehouses: warehouses.map(toOption),
    }
  })
  on(api.createContract, async ({ actor, input }) => {
    const { id, contragent, number, date } = input
    const contract = await createContract(deps, staff(actor), {
      organisationId: id,
      contragentId: contragent,
      number: number.trim(),
      signedOn: date === undefined ? undefined : parseDay(date),
      terms: parseContractTerms(input),
    })
    return { contract: shapeCustomerContract(contract) }
  })
  on(api.saveContractTerms, async ({ actor, input }) => {
    const { id, version } = input
    const contract = await changeTerms(deps, staff(actor), { id, version, terms: parseContractTerms(input) })
    return { contract: shapeCustomerContract(contract) }
  })
  on(api.stopContract, async ({ actor, input: { id, stop, reason = '' } }) => ({
    contract: shapeCustomerContract(await stopOrResume(deps, staff(actor), { id, stop, reason })),
  }))
}
