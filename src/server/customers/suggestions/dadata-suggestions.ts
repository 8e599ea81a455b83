import * as z from 'zod/mini'
import type {
  AddressSuggestion,
  BankSuggestion,
  NameSuggestion,
  PartySuggestion,
} from '#shared/api/organisation/suggestions.ts'
import { dayOf, formatDay } from '#shared/rules/dates.ts'

/**
 * Converts DaData's suggestions to the portal's. Any field may be null, missing or of another type and is then empty;
 * suggestions without their main value are skipped.
 */

const text = z.catch(
  z.pipe(
    z.nullish(z.string()),
    z.transform((given) => given?.trim() ?? ''),
  ),
  '',
)
const degrees = z.catch(
  z.pipe(
    z.nullish(z.string()),
    z.transform((given) => (given && Number.isFinite(Number(given)) ? Number(given) : null)),
  ),
  null,
)

const addressData = z.object({
  postal_code: text,
  region_with_type: text,
  city: text,
  settlement: text,
  street_with_type: text,
  house: text,
  fias_id: text,
  geo_lat: degrees,
  geo_lon: degrees,
})
const addressSchema = z.object({
  value: z.string().check(z.minLength(1)),
  data: z.catch(addressData, addressData.parse({})),
})

export function readAddresses(suggestions: readonly unknown[]): AddressSuggestion[] {
  return readEach(addressSchema, suggestions).map(({ value, data }) => ({
    value,
    postal_code: data.postal_code,
    data: {
      region: data.region_with_type,
      city: data.city || data.settlement,
      street: data.street_with_type,
      house: data.house,
      fias_id: data.fias_id,
      geo_lat: data.geo_lat,
      geo_lon: data.geo_lon,
    },
  }))
}

const optional = <Value extends z.ZodMiniType>(value: Value) => z.catch(z.nullish(value), null)

const partySchema = z.object({
  value: text,
  data: z.object({
    inn: z.string().check(z.regex(/^\d{10}(\d\d)?$/)),
    kpp: text,
    ogrn: text,
    ogrn_date: optional(z.number()),
    type: text,
    branch_type: text,
    opf: optional(z.object({ short: text })),
    name: optional(z.object({ short_with_opf: text, full_with_opf: text })),
    management: optional(z.object({ name: text, post: text })),
    state: optional(z.object({ status: text })),
    address: optional(
      z.object({ value: text, unrestricted_value: text, data: optional(z.object({ postal_code: text })) }),
    ),
  }),
})

const states = ['active', 'liquidating', 'liquidated', 'bankrupt', 'reorganizing'] as const

/** Head offices before branches, active before closed ones. */
export function readParties(suggestions: readonly unknown[]): PartySuggestion[] {
  return readEach(partySchema, suggestions)
    .map(({ value, data }) => {
      const isIndividual = data.type === 'INDIVIDUAL' || data.inn.length === 12
      const name = data.name?.short_with_opf || value
      const state = data.state?.status.toLowerCase()
      return {
        value: value || name,
        data: {
          inn: data.inn,
          kpp: data.kpp,
          ogrn: data.ogrn,
          type: isIndividual ? ('individual' as const) : ('legal' as const),
          branch: data.branch_type === 'BRANCH',
          legal_form: data.opf?.short ?? '',
          name,
          full_name: data.name?.full_with_opf ?? '',
          address: data.address?.unrestricted_value || data.address?.value || '',
          postal_code: data.address?.data?.postal_code ?? '',
          // For an entrepreneur the register gives the name of the party itself.
          management_name: data.management?.name ?? '',
          management_post: data.management?.post ?? '',
          state: states.find((each) => each === state) ?? ('unknown' as const),
          registered: dayText(data.ogrn_date),
        },
      }
    })
    .toSorted((a, b) => rank(a) - rank(b))
}

function rank({ data }: PartySuggestion): number {
  return (data.state === 'liquidated' ? 2 : 0) + (data.branch ? 1 : 0)
}

const maxInstantMs = 8.64e15

function dayText(instantMs: number | null | undefined): string {
  if (instantMs == null || Math.abs(instantMs) > maxInstantMs) return ''
  return formatDay(dayOf(new Date(instantMs)))
}

const bankSchema = z.object({
  value: z.string().check(z.minLength(1)),
  data: z.object({
    bic: z.string().check(z.regex(/^\d{9}$/)),
    correspondent_account: text,
    payment_city: text,
  }),
})

export function readBanks(suggestions: readonly unknown[]): BankSuggestion[] {
  return readEach(bankSchema, suggestions).map(({ value, data }) => ({
    value,
    data: { bik: data.bic, correspondent_account: data.correspondent_account, city: data.payment_city },
  }))
}

const nameSchema = z.object({
  value: z.string().check(z.minLength(1)),
  data: z.object({ surname: text, name: text, patronymic: text }),
})

export function readNames(suggestions: readonly unknown[]): NameSuggestion[] {
  return readEach(nameSchema, suggestions)
}

function readEach<Schema extends z.ZodMiniType>(schema: Schema, suggestions: readonly unknown[]): z.output<Schema>[] {
  return suggestions.flatMap((suggestion) => {
    const { success, data } = schema.safeParse(suggestion)
    return success ? [data] : []
  })
}
