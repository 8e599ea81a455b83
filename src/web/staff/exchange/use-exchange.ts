import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  dismissSetAside,
  retrySetAside,
  saveSourceTerm,
  saveStaffExchange,
  staffExchange,
  type SetAsideImport,
  type StaffExchange,
} from '#shared/api/staff/exchange.ts'
import { call } from '#web/api/client.ts'
import { useNotify } from '#web/ui/notifications.tsx'
import { staffExchangeKey } from './exchange-key.ts'

const queryKey = [...staffExchangeKey, 'health']
const choosing = [...staffExchangeKey, 'make-goods']
const pollMs = 60_000
const buildPollMs = 2000
const scope = { id: 'exchange' }

export function useExchange() {
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(staffExchange, {}, { signal })).exchange,
    refetchInterval: ({ state }) => (state.data?.making_goods ? buildPollMs : pollMs),
  })
}

/** Optimistic, rolled back on refusal; presses are serialised. */
export function useMakeGoods(saved: boolean): { checked: boolean; choose: (makeGoods: boolean) => void } {
  const queries = useQueryClient()
  const notify = useNotify()
  const pressed = useMutationState({
    filters: { mutationKey: choosing, status: 'pending' },
    select: ({ state }) => state.variables as boolean,
  })
  const { mutate } = useMutation({
    mutationKey: choosing,
    scope,
    mutationFn: (makeGoods: boolean) => call(saveStaffExchange, { make_goods: makeGoods }),
    onSuccess: ({ exchange }) => {
      queries.setQueryData(queryKey, exchange)
      const text = exchange.make_goods
        ? exchange.making_goods
          ? 'Портал создаёт товары из предложений'
          : 'Товары будут создаваться из предложений'
        : 'Предложения будут ждать своих товаров'
      if (queries.isMutating({ mutationKey: choosing }) === 1) notify({ tone: 'ok', text })
    },
    onError: ({ message }) => {
      notify({ tone: 'bad', title: 'Не сохранено', text: message })
    },
  })
  return { checked: pressed.at(-1) ?? saved, choose: mutate }
}

export function useSaveSourceTerm() {
  const queries = useQueryClient()
  const notify = useNotify()
  return useMutation({
    scope,
    mutationFn: (days: number) => call(saveSourceTerm, { days }),
    onSuccess: ({ exchange }) => {
      queries.setQueryData(queryKey, exchange)
      notify({ tone: 'ok', text: 'Срок хранения сохранён', fadeMs: 3000 })
    },
    onError: ({ message }) => notify({ tone: 'bad', title: 'Срок хранения не сохранён', text: message }),
  })
}

export function useRetryImport(file: SetAsideImport) {
  return useDecision(() => call(retrySetAside, { id: file.id }), {
    done: `Файл ${file.name} снова в очереди. Если загрузка прервётся опять, он вернётся в этот список`,
    failure: 'Файл не поставлен в очередь',
  })
}

export function useDismissImport(file: SetAsideImport) {
  return useDecision(() => call(dismissSetAside, { id: file.id }), {
    done: `Файл ${file.name} удалён`,
    failure: 'Файл не удалён',
  })
}

function useDecision(send: () => Promise<{ exchange: StaffExchange }>, success: { done: string; failure: string }) {
  const queries = useQueryClient()
  const notify = useNotify()
  return useMutation({
    scope,
    mutationFn: send,
    onSuccess: ({ exchange }) => {
      queries.setQueryData(queryKey, exchange)
      notify({ tone: 'ok', text: success.done })
    },
    onError: ({ message }) => {
      notify({ tone: 'bad', title: success.failure, text: message })
      void queries.invalidateQueries({ queryKey })
    },
  })
}
