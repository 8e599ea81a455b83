import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#shared/api/endpoint.ts'
import { deleteBanner, saveBanner, staffBanners, type StaffBanner } from '#shared/api/staff/banners.ts'
import { call } from '#web/api/client.ts'
import { sendPicture } from './send-picture.ts'

const key = ['staff', 'banners']
type Known = { items: StaffBanner[] }

export function useStaffBanners() {
  return useQuery({ queryKey: key, queryFn: ({ signal }): Promise<Known> => call(staffBanners, {}, { signal }) })
}

export function useSaveBanner() {
  const renew = useRenewList()
  return useMutation({ mutationFn: (banner: InputOf<typeof saveBanner>) => call(saveBanner, banner), onSuccess: renew })
}

export function useDeleteBanner() {
  const renew = useRenewList()
  return useMutation({ mutationFn: (id: number) => call(deleteBanner, { id }), onSuccess: renew })
}

export function useSendPicture() {
  return useMutation({ mutationFn: sendPicture })
}

/** Both calls return the current banners. */
function useRenewList() {
  const queries = useQueryClient()
  return ({ items }: Known) => queries.setQueryData<Known>(key, { items })
}
