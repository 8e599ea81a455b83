import type { ParsedInputOf } from '#shared/api/endpoint.ts'
import type { Address, saveAddress } from '#shared/api/organisation/addresses.ts'
import { normaliseAddress, type AddressForm } from '#shared/rules/parties/address-form.ts'
import type { AddressFields, StoredAddress } from './queries.ts'

export type AddressInput = {
  /** Undefined: a new one. */
  id: number | undefined
  fields: AddressFields
}

export function parseAddress({ id, is_main: isMain, ...form }: ParsedInputOf<typeof saveAddress>): AddressInput {
  const { full_address: fullAddress, postindex, comment } = normaliseAddress(form)
  return { id, fields: { fullAddress, postindex, comment, isMain } }
}

/** The form whose rules screen and server share. */
export function formOf({ fullAddress, postindex, comment }: AddressFields): AddressForm {
  return { full_address: fullAddress, postindex, comment }
}

export function shapeAddress({ id, fullAddress, postindex, comment, isMain }: StoredAddress): Address {
  return { id, full_address: fullAddress, postindex, comment, is_main: isMain }
}
