import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#shared/api/endpoint.ts'
import { deleteBanner, saveBanner, staffBanners, type StaffBanner } from '#shared/api/staff/banners.ts'
import { call } from '#web/api/client.ts'

const key = ['staff', 'banners']
type BannerList = { items: StaffBanner[] }

export function useStaffBanners() {
  return useQuery({ queryKey: key, queryFn: ({ signal }): Promise<BannerList> => call(staffBanners, {}, { signal }) })
}

export function useSaveBanner() {
  const storeReply = useStoreReply()
  return useMutation({
    mutationFn: (banner: InputOf<typeof saveBanner>) => call(saveBanner, banner),
    onSuccess: storeReply,
  })
}

export function useDeleteBanner() {
  const storeReply = useStoreReply()
  return useMutation({ mutationFn: (id: number) => call(deleteBanner, { id }), onSuccess: storeReply })
}

/** Both calls return the current banners. */
function useStoreReply() {
  const queries = useQueryClient()
  return ({ items }: BannerList) => queries.setQueryData<BannerList>(key, { items })
}
