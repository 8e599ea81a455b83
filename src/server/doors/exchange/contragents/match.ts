import type { ImportedContragent, KnownContragent } from '#server/customers/contragents/shared-queries-import.ts'
import { severalContragents } from '#server/customers/contragents/texts.ts'

/**
 * What to do with a contragent of 1C. `branch`: another КПП of a company whose other contragents are all linked.
 * `unknown`: the portal has no such buyer.
 */
export type ContragentMatch =
  | { kind: 'known'; contragent: KnownContragent }
  | { kind: 'branch'; organisationId: number }
  | { kind: 'unknown' }
  | { kind: 'conflict'; reason: string }

const unknown: ContragentMatch = { kind: 'unknown' }
const conflict = (reason: string): ContragentMatch => ({ kind: 'conflict', reason })

/**
 * Finds the portal's contragent by 1C's Ид, else by ИНН and КПП. Nothing is linked that 1C has deleted. `gone`: Ид of
 * elements deleted in 1C, whose contragents another element may take over.
 */
export function matchContragent(
  item: ImportedContragent,
  known: readonly KnownContragent[],
  gone: ReadonlySet<string> = new Set(),
): ContragentMatch {
  const linked = known.find(({ code1c }) => code1c === item.code)
  if (linked !== undefined) return checkLinked(item, linked, known)
  if (item.deleted || item.inn === '') return unknown
  const ofCompany = known.filter(({ inn }) => inn === item.inn)
  const same = ofCompany.filter(({ kpp, status }) => (item.kpp === '' ? status !== 'deleted' : kpp === item.kpp))
  if (same.length > 1) return conflict(severalContragents(item.inn))
  const [only] = same
  if (only === undefined) return findCompany(item, ofCompany)
  if (only.code1c === null || gone.has(only.code1c)) return { kind: 'known', contragent: only }
  return conflict(`${requisites(item)}: на портале такой контрагент связан с другим Ид 1С, ${only.code1c}`)
}

function checkLinked(
  item: ImportedContragent,
  linked: KnownContragent,
  known: readonly KnownContragent[],
): ContragentMatch {
  if (item.deleted) return { kind: 'known', contragent: linked }
  if (item.inn !== linked.inn)
    return conflict(`У контрагента с этим Ид на портале ИНН ${linked.inn}, в 1С – ${item.inn || 'не указан'}`)
  const taken = known.some(({ id, inn, kpp }) => id !== linked.id && inn === item.inn && kpp === item.kpp)
  if (item.kpp !== '' && taken) return conflict(`${requisites(item)}: они уже у другого контрагента портала`)
  return { kind: 'known', contragent: linked }
}

/** A КПП that the portal does not have: a branch, or a company that has moved, which only people can tell apart. */
function findCompany(item: ImportedContragent, ofCompany: readonly KnownContragent[]): ContragentMatch {
  const present = ofCompany.filter(({ status }) => status !== 'deleted')
  const [first] = present
  if (first === undefined || item.kpp === '') return unknown
  const loose = present.find(({ code1c }) => code1c === null)
  if (loose !== undefined)
    return conflict(
      `${requisites(item)}: на портале у этого ИНН КПП ${loose.kpp || 'не указан'}, исправьте один из них`,
    )
  if (present.some(({ organisationId }) => organisationId !== first.organisationId))
    return conflict(`${requisites(item)}: на портале с этим ИНН несколько покупателей`)
  return { kind: 'branch', organisationId: first.organisationId }
}

/** Why an item is not saved if another buyer of the portal took its requisites in the same moment. */
export function takenMeanwhile(item: ImportedContragent): string {
  return `${requisites(item)}: их только что занял другой контрагент портала, повторите обмен`
}

function requisites({ inn, kpp }: ImportedContragent): string {
  return kpp === '' ? `ИНН ${inn}` : `ИНН ${inn}, КПП ${kpp}`
}
