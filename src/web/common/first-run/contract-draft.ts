import { useState } from 'react'
import type { InputOf } from '#shared/api/endpoint.ts'
import type { makeFirstContract, Setup } from '#shared/api/account/setup.ts'

export type ContractDraft = Required<InputOf<typeof makeFirstContract>>

const key = 'first-contract'

/** What has been typed so far; it survives a reload of the page, and the session's end. */
export function useContractDraft(): [Partial<ContractDraft>, (part: Partial<ContractDraft>) => void] {
  const [draft, setDraft] = useState(read)
  return [
    draft,
    (part) =>
      setDraft((before) => {
        const next = { ...before, ...part }
        sessionStorage.setItem(key, JSON.stringify(next))
        return next
      }),
  ]
}

export function clearContractDraft(): void {
  sessionStorage.removeItem(key)
}

/**
 * The form with what most wholesalers choose where nothing is chosen yet: the only price type, РРЦ by its name, all
 * warehouses.
 */
export function filledIn(draft: Partial<ContractDraft>, { price_types: types, warehouses }: Setup): ContractDraft {
  const rrc = types.find(({ name }) => /ррц|рекоменд/i.test(name))
  const others = types.filter((each) => each !== rrc)
  return {
    company: '',
    inn: '',
    kpp: '',
    number: '',
    date: '',
    owner: '',
    owner_name: '',
    price_type: others.length === 1 ? (others[0]?.code ?? '') : '',
    rrc_type: rrc?.code ?? '',
    warehouses: warehouses.map(({ code }) => code),
    ...draft,
  }
}

function read(): Partial<ContractDraft> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? stored : {}
  } catch {
    return {}
  }
}
