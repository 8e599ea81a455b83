import type { Logger } from 'pino'
import type { Db } from '#server/platform/db/client.ts'
import type { Suggestions } from '#server/customers/suggestions/service.ts'

export type RegistrationDeps = { db: Db; suggestions: Pick<Suggestions, 'findParties'>; log: Logger }

/** The register's record of the firm, for comparison by staff; nulls if the register did not answer. */
export async function lookUpInRegister(
  { suggestions, log }: RegistrationDeps,
  { inn, kpp }: { inn: string; kpp: string },
): Promise<{ registryParty: unknown; registryCheckedAt: Date | null }> {
  const records = await suggestions.findParties(inn).catch((error: unknown) => {
    log.warn({ err: error }, 'the register of firms did not answer')
    return undefined
  })
  if (records === undefined) return { registryParty: null, registryCheckedAt: null }
  const found = records.find(({ data }) => data.kpp === kpp) ?? records[0]
  return { registryParty: found?.data ?? { missing: true }, registryCheckedAt: new Date() }
}
