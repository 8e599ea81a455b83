import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type {
  Account,
  Manager,
  ManagerContract,
  PricePolitics,
  saveManager,
} from '#shared/api/organisation/managers.ts'
import { buyerRoleOf, typeIdOf, type Grant } from '#shared/rights.ts'
import { formatDay } from '#shared/rules/dates.ts'
import { kopecksOrNull, roublesOrNull } from '#shared/rules/money.ts'
import { normaliseManager } from '#shared/rules/parties/manager-form.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { OrganisationEditor } from '#server/platform/sessions/actor.ts'
import type { AllottableContract, NamedRule, StoredEmployee } from './queries.ts'
import type { EmployeeInput } from './service.ts'

export function parseEmployee(input: ParsedInputOf<typeof saveManager>): EmployeeInput {
  const role = buyerRoleOf(input.type_id)
  if (!role) throw new AppError('invalid', { fields: { type_id: 'Выберите роль' } })
  const { id, version, login, name, phone, contractSelect, acts, finances, period } = normaliseManager(input)
  const grants: Grant[] = [...(acts ? (['acts'] as const) : []), ...(finances ? (['finances'] as const) : [])]
  return {
    id,
    version,
    login,
    name,
    phone,
    role,
    grants,
    orderLimitKopecks: kopecksOrNull(input.order_limit),
    periodLimitKopecks: kopecksOrNull(input.period_limit),
    limitPeriod: period,
    contractIds: [...contractSelect],
  }
}

export function shapeManager(
  stored: StoredEmployee,
  { actor, contracts }: { actor: Pick<OrganisationEditor, 'accountId'>; contracts: readonly AllottableContract[] },
): Manager {
  const { contractIds } = stored
  const account = shapeAccount(stored)
  return {
    ...account,
    contracts: contracts.filter((contract) => contractIds.includes(contract.id)).map(shapeContract),
    contractSelect: contractIds,
    finances: stored.grants.includes('finances'),
    acts: stored.grants.includes('acts'),
    order_limit: roublesOrNull(stored.orderLimitKopecks),
    period_limit: roublesOrNull(stored.periodLimitKopecks),
    period: stored.limitPeriod,
    state: accountState(stored),
    invited_until: stored.awaited ? stored.invitedUntil : null,
    last_sign_in: stored.lastSignIn,
    online: stored.online,
    awaiting: stored.awaiting,
    self: account.id === actor.accountId,
    version: stored.version,
  }
}

export function shapeAccount(stored: StoredEmployee): Account {
  const { id, login, name, phone, enabled } = stored
  return { id, login, name, phone, enabled: enabled ? 1 : 0, type_id: typeIdOf(stored) }
}

function accountState({ enabled, awaited, invitationOpen }: StoredEmployee): Manager['state'] {
  if (!enabled) return 'disabled'
  if (!awaited) return 'active'
  return invitationOpen ? 'invited' : 'expired'
}

function shapeContract({ id, number, signedOn, company, stopOrders }: AllottableContract) {
  return { id, number, header: `№ ${number} от ${formatDay(signedOn)}`, contragent: company, stopOrders }
}

/** Contracts by contragent, with those of one person selected. */
export function shapeContracts(contracts: readonly AllottableContract[], selected: readonly number[]) {
  const all = contracts.map((contract) => ({ ...shapeContract(contract), selected: selected.includes(contract.id) }))
  const byContragent = new Map<number, { id: number; company: string; contracts: ManagerContract[] }>()
  contracts.forEach(({ contragentId: id, company }, index) => {
    const contragent = byContragent.get(id) ?? { id, company, contracts: [] }
    const shaped = all[index]
    if (shaped) contragent.contracts.push(shaped)
    byContragent.set(id, contragent)
  })
  return { contragents: [...byContragent.values()], contracts: all }
}

export const shapePolitics = ({ category, header, show, hundredths }: NamedRule): PricePolitics => ({
  category,
  header,
  show,
  percent: hundredths / 100,
})
