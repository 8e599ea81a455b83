import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  beginSecondFactor,
  confirmSecondFactor,
  ownSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '#shared/api/account/second-factor.ts'
import { call } from '#web/api/client.ts'
import { ownSessionsQuery } from './use-own-sessions.ts'

/** Why a second factor is set up. */
export const asksForCode = 'кроме пароля портал будет спрашивать код из приложения на телефоне'

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: ({ signal }) => call(ownSecondFactor, {}, { signal }),
})

export function useBeginSecondFactor() {
  return useMutation({ mutationFn: (password: string) => call(beginSecondFactor, { password }) })
}

export function useConfirmSecondFactor() {
  return useMutation({ mutationFn: async (code: string) => (await call(confirmSecondFactor, { code })).recovery_codes })
}

export function useRenewRecoveryCodes() {
  return useMutation({ mutationFn: async (code: string) => (await call(renewRecoveryCodes, { code })).recovery_codes })
}

export function useRemoveSecondFactor() {
  return useMutation({ mutationFn: (proof: { password: string; code: string }) => call(removeSecondFactor, proof) })
}

/** Refetches after a change of the second factor, which may have ended other sessions. */
export function useRefreshSecondFactor() {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [secondFactorQuery.queryKey, ownSessionsQuery.queryKey].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
}
