import type { MergedContract, MergedContragent } from '#server/customers/organisations/shared-queries-merge.ts'
import { contractNumberLength } from '#shared/rules/parties/contract-number.ts'

type Both = {
  fromId: number
  toId: number
  contragents: readonly MergedContragent[]
  contracts: readonly MergedContract[]
}

/** Why two contragents of one ИНН stay two. */
export type Apart = 'branches' | 'several' | 'twoInExchange' | 'sameNumberInExchange'

export type ContragentPlan = {
  /** `gone` becomes one with `kept`. */
  joined: { gone: MergedContragent; kept: MergedContragent }[]
  apart: { contragent: MergedContragent; why: Apart }[]
  /** Contracts whose number another contract of the joined contragent has. */
  renamed: { contract: MergedContract; contragent: MergedContragent; becomes: string }[]
}

/**
 * ИНН and КПП together are unique on the portal, so that doubles are two contragents of one ИНН, one of which has no
 * КПП. They become one, unless 1C tells them apart: by its Ид, or by two contracts with one number.
 */
export function planContragents({ fromId, toId, contragents, contracts }: Both): ContragentPlan {
  const plan: ContragentPlan = { joined: [], apart: [], renamed: [] }
  const isOf = (organisationId: number) => (each: MergedContragent) => each.organisationId === organisationId
  const sameInn = Map.groupBy(contragents, ({ inn }) => inn)
  for (const gone of contragents.filter(isOf(fromId))) {
    const group = sameInn.get(gone.inn) ?? []
    const [kept] = group.filter(isOf(toId))
    if (!kept) continue
    const shared = sharedNumbers(contracts, gone, kept)
    const why = reasonToStay({ gone, kept, count: group.length, shared })
    if (why !== undefined) {
      plan.apart.push({ contragent: gone, why })
      continue
    }
    plan.joined.push({ gone, kept })
    const taken = new Set(
      contracts.filter((each) => [gone.id, kept.id].includes(each.contragentId)).map(({ number }) => number),
    )
    for (const [theirs, own] of shared) {
      // 1C finds its contract by Ид and would reject the line if it could not give back the number.
      const [contract, contragent] = theirs.code1c === null ? [theirs, gone] : [own, kept]
      const becomes = freeNumber(contract.number, taken)
      taken.add(becomes)
      plan.renamed.push({ contract, contragent, becomes })
    }
  }
  return plan
}

type Pair = { gone: MergedContragent; kept: MergedContragent }

function reasonToStay(pair: Pair & { count: number; shared: [MergedContract, MergedContract][] }): Apart | undefined {
  const { gone, kept, count, shared } = pair
  if (count > 2) return 'several'
  if (gone.kpp !== '' && kept.kpp !== '') return 'branches'
  if (gone.code1c !== null && kept.code1c !== null && gone.code1c !== kept.code1c) return 'twoInExchange'
  if (shared.some(([theirs, own]) => theirs.code1c !== null && own.code1c !== null)) return 'sameNumberInExchange'
  return undefined
}

function sharedNumbers(contracts: readonly MergedContract[], gone: MergedContragent, kept: MergedContragent) {
  const own = new Map(
    contracts.filter(({ contragentId }) => contragentId === kept.id).map((each) => [each.number, each]),
  )
  return contracts
    .filter(({ contragentId }) => contragentId === gone.id)
    .flatMap((theirs): [MergedContract, MergedContract][] => {
      const same = own.get(theirs.number)
      return same ? [[theirs, same]] : []
    })
}

/** '114-О (2)' */
function freeNumber(number: string, taken: ReadonlySet<string>): string {
  for (let copy = 2; ; copy += 1) {
    const suffix = ` (${copy})`
    const free = `${number.slice(0, contractNumberLength - suffix.length)}${suffix}`
    if (!taken.has(free)) return free
  }
}
