import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#shared/api/endpoint.ts'
import {
  conditionTargets,
  endPriceCondition,
  previewPriceCondition,
  priceConditions,
  savePriceCondition,
  type PriceCondition,
} from '#shared/api/administration/price-conditions.ts'
import { call } from '#web/api/client.ts'

/** Whose conditions: a contract's, or those of all contracts of a price type. */
export type ConditionOwner = { contract: number } | { price_type: number }

type Target = 'category' | 'brand' | 'good'

const key = ['staff', 'price-conditions']

export function usePriceConditions(owner: ConditionOwner) {
  return useQuery({
    queryKey: [...key, 'list', owner],
    queryFn: async ({ signal }) => (await call(priceConditions, owner, { signal })).items,
  })
}

export type PreviewInput = Omit<InputOf<typeof previewPriceCondition>, 'contract' | 'price_type'>

export function useConditionPreview(owner: ConditionOwner, terms: PreviewInput | undefined) {
  return useQuery({
    queryKey: [...key, 'preview', owner, terms],
    queryFn: ({ signal }) => call(previewPriceCondition, { ...owner, ...terms } as PreviewInput, { signal }),
    enabled: terms !== undefined,
    placeholderData: keepPreviousData,
  })
}

export function useSaveCondition(owner: ConditionOwner) {
  return useConditionMutation(owner, (condition: Omit<InputOf<typeof savePriceCondition>, 'method'>) =>
    call(savePriceCondition, { ...condition, ...owner }),
  )
}

export function useEndCondition(owner: ConditionOwner) {
  return useConditionMutation(owner, (id: number) => call(endPriceCondition, { id, ...owner }))
}

/** The calls return the conditions of the owner; previews and explanations of prices follow. */
function useConditionMutation<Input>(
  owner: ConditionOwner,
  send: (input: Input) => Promise<{ items: PriceCondition[] }>,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: async ({ items }) => {
      queries.setQueryData([...key, 'list', owner], items)
      await Promise.all([
        queries.invalidateQueries({ queryKey: [...key, 'preview'] }),
        queries.invalidateQueries({ queryKey: ['staff', 'prices', 'explanation'] }),
      ])
    },
  })
}

export const targetsSource = (target: Target) => ({
  name: `condition ${target}`,
  find: async (query: string, signal: AbortSignal) =>
    (await call(conditionTargets, { target, query }, { signal })).items,
})
