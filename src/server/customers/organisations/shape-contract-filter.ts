import { parseDay, type Day } from '#shared/rules/dates.ts'

type WireFilter = {
  contract?: number | undefined
  startdate?: string | undefined
  enddate?: string | undefined
  query?: string | undefined
}

/** The wire filter of lists by contract (acts, documents, finances, purchased goods) as domain values. */
export function parseContractFilter({ contract, startdate, enddate, query = '' }: WireFilter): {
  contractId: number | undefined
  from: Day | undefined
  to: Day | undefined
  query: string
} {
  return {
    contractId: contract,
    from: startdate === undefined ? undefined : parseDay(startdate),
    to: enddate === undefined ? undefined : parseDay(enddate),
    query: query.trim(),
  }
}
