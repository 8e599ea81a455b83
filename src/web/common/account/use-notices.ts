import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  readNoticeSettings,
  saveMailPace,
  saveNoticeSetting,
  type NoticeSettings,
} from '#shared/api/account/notice-settings.ts'
import { call } from '#web/api/client.ts'

export const noticesQuery = queryOptions({
  queryKey: ['notice-settings'],
  queryFn: ({ signal }) => call(readNoticeSettings, {}, { signal }),
})

type Pace = NoticeSettings['pace']

/** Optimistic, rolled back on refusal. */
export function useSwitchNotice() {
  return useChange(
    (input: { id: number; enabled: boolean }) => call(saveNoticeSetting, input),
    (before, { id, enabled }) => ({
      ...before,
      items: before.items.map((item) => (item.id === id ? { ...item, enabled } : item)),
    }),
  )
}

export function useChoosePace() {
  return useChange(
    (pace: Pace) => call(saveMailPace, { pace }),
    (before, pace) => ({ ...before, pace }),
  )
}

function useChange<Input>(
  mutationFn: (input: Input) => Promise<unknown>,
  apply: (before: NoticeSettings, input: Input) => NoticeSettings,
) {
  const queries = useQueryClient()
  const { queryKey } = noticesQuery
  return useMutation({
    mutationFn,
    // Serialised in the order of changes.
    scope: { id: 'notice-settings' },
    onMutate: async (input: Input) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData(queryKey, (before) => before && apply(before, input))
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
