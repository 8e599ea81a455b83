import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#shared/api/endpoint.ts'
import {
  checkSetupToken,
  finishSetup,
  makeAdministrator,
  makeExchangeAccount,
  makeFirstContract,
  readSetup,
  renewOwnerPassword,
  type Setup,
} from '#shared/api/account/setup.ts'
import { saveSeller } from '#shared/api/staff/sellers.ts'
import { call, CallError } from '#web/api/client.ts'

const setupKey = ['setup']
const runningMs = 1000
const waitingMs = 3000

/** Progress of the first run, polled while 1C sends its export. */
export function useSetup(enabled: boolean) {
  return useQuery({
    queryKey: setupKey,
    queryFn: async ({ signal }) => (await call(readSetup, {}, { signal })).setup,
    enabled,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data === null ? false : data?.export.state === 'running' ? runningMs : waitingMs,
  })
}

export function useTokenCheck(token: string) {
  return useQuery({
    queryKey: [...setupKey, 'token'],
    queryFn: ({ signal }) => call(checkSetupToken, { token }, { signal }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
}

type NewAdministrator = Omit<InputOf<typeof makeAdministrator>, 'token'>
export type SignIn = (credentials: { login: string; password: string }) => Promise<unknown>

/** Creates the administrator and signs them in. After a lost answer of a first attempt only signing in is left. */
export function useMakeAdministrator(token: string, signIn: SignIn) {
  return useMutation({
    mutationFn: async ({ name, login, password }: NewAdministrator) => {
      const refused = await call(makeAdministrator, { token, name, login, password }).then(
        () => undefined,
        onlyIfNotFound,
      )
      await signIn({ login, password }).catch((error: unknown) => {
        throw refused ?? error
      })
    },
  })
}

function onlyIfNotFound(error: unknown): unknown {
  if (error instanceof CallError && error.status === 404) return error
  throw error
}

export function useSaveFirm() {
  return useStep((seller: InputOf<typeof saveSeller>) => call(saveSeller, seller))
}

export function useMakeExchangeAccount() {
  return useStep((renew: boolean) => call(makeExchangeAccount, { renew }))
}

export function useMakeFirstContract() {
  return useStep((contract: InputOf<typeof makeFirstContract>) => call(makeFirstContract, contract))
}

export function useRenewOwnerPassword() {
  return useStep(() => call(renewOwnerPassword, {}))
}

export function useFinishSetup() {
  return useMutation({ mutationFn: () => call(finishSetup, {}), onSuccess: () => location.assign('/admin') })
}

/** The page continues with the state of the server. */
function useStep<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queries.invalidateQueries({ queryKey: setupKey, exact: true }) })
}

export type SetupStep = 'administrator' | 'firm' | 'account' | 'export' | 'contract' | 'done'

/** The current step of the first run; the contract can be filled in during the export. */
export function currentStep(setup: Setup): SetupStep {
  if (setup.contract !== null) return 'done'
  if (setup.seller === null) return 'firm'
  if (setup.exchange_account === null) return 'account'
  return setup.price_types.length === 0 || setup.export.state === 'running' ? 'export' : 'contract'
}
