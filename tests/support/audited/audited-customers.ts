import {
  deleteCustomerPerson,
  inviteCustomerPerson,
  saveCustomerPerson,
  switchCustomerPerson,
} from '#shared/api/administration/customer-people.ts'
import {
  createContract,
  saveContractTerms,
  setCustomerManager,
  staffGetCustomer,
  stopContract,
} from '#shared/api/administration/customers.ts'
import {
  deleteCustomerContragent,
  saveCustomerContragent,
  switchCustomerContragent,
} from '#shared/api/administration/customer-contragents.ts'
import { insertPersonalManager } from '#server/customers/organisations/shared-queries-write.ts'
import { call } from '#web/api/client.ts'
import type { AuditedCall, AuditedWorld } from './audited-world.ts'

/** A salesperson's card, made once. */
let managerId = 0

async function termsOf({ world, admin }: AuditedWorld) {
  const { customer } = await call(staffGetCustomer, { id: world.organisationId }, admin)
  const contract = customer.contracts.find(({ id }) => id === world.contractId)
  if (!contract) throw new Error('the contract is not in the card')
  return contract
}

const branch = {
  company: 'ООО «Вектор-Юг»',
  inn: '6161092740',
  kpp: '616101001',
  ogrn: '1026100543215',
  legal_address: 'г. Ростов-на-Дону, ул. Складская, д. 3',
}

async function branchOf({ world: { organisationId: id }, admin }: AuditedWorld) {
  const { customer } = await call(staffGetCustomer, { id }, admin)
  return { id, contragent: customer.contragents.find(({ kpp }) => kpp === branch.kpp)?.id ?? 999_999 }
}

const invited = 'invited-by-staff@buyer.example'

async function invitedOf({ world: { organisationId: id }, admin }: AuditedWorld) {
  const { customer } = await call(staffGetCustomer, { id }, admin)
  return { id, account: customer.people.find(({ login }) => login === invited)?.id ?? 999_999 }
}

export const auditedCustomers: Record<string, AuditedCall> = {
  setCustomerManager: {
    action: 'organisation.changed',
    run: async ({ portal, world, admin, person }) => {
      if (managerId === 0) {
        managerId = await insertPersonalManager(portal.db, { name: 'Орлов', phone: '', email: '' })
        await portal.pool.query('update accounts set personal_manager_id = $1 where id = $2', [managerId, person.id])
      }
      return call(setCustomerManager, { id: world.organisationId, manager: managerId }, admin)
    },
  },
  createContract: {
    action: 'contract.created',
    run: async (given) => {
      const { world, admin } = given
      const { id: _id, version: _version, valid_to: _end, rrc_type: _rrc, ...terms } = await termsOf(given)
      const { customer } = await call(staffGetCustomer, { id: world.organisationId }, admin)
      const contragent = customer.contragents[0]?.id ?? 0
      const number = '1-Н'
      return call(createContract, { ...terms, id: world.organisationId, contragent, number, date: undefined }, admin)
    },
  },
  saveContractTerms: {
    action: 'contract.changed',
    run: async (given) => call(saveContractTerms, { ...(await termsOf(given)), hold_days: 9 }, given.admin),
  },
  stopContract: {
    action: 'contract.changed',
    run: ({ world, admin }) => call(stopContract, { id: world.contractId, stop: true, reason: 'Долг' }, admin),
  },
  saveCustomerContragent: {
    action: 'contragent.created',
    run: ({ world, admin }) => call(saveCustomerContragent, { id: world.organisationId, ...branch }, admin),
  },
  switchCustomerContragent: {
    action: 'contragent.changed',
    run: async (given) => call(switchCustomerContragent, { ...(await branchOf(given)), active: false }, given.admin),
  },
  deleteCustomerContragent: {
    action: 'contragent.changed',
    run: async (given) => call(deleteCustomerContragent, await branchOf(given), given.admin),
  },
  saveCustomerPerson: {
    action: 'account.created',
    run: ({ world, admin }) =>
      call(saveCustomerPerson, { id: world.organisationId, login: invited, name: 'Пётр', type_id: 1 }, admin),
  },
  inviteCustomerPerson: {
    action: 'account.invited',
    run: async (given) => {
      await given.portal.pool.query("update accounts set invited_at = now() - interval '8 days' where login = $1", [
        invited,
      ])
      await call(inviteCustomerPerson, await invitedOf(given), given.admin)
    },
    isRepeatable: true,
  },
  switchCustomerPerson: {
    action: 'account.disabled',
    run: async (given) => call(switchCustomerPerson, { ...(await invitedOf(given)), enabled: false }, given.admin),
  },
  deleteCustomerPerson: {
    action: 'account.deleted',
    run: async (given) => call(deleteCustomerPerson, await invitedOf(given), given.admin),
  },
}
