import { queryOptions } from '@tanstack/react-query'
import type { ReplyOf } from '#shared/api/endpoint.ts'
import { banners } from '#shared/api/showcase.ts'
import { call } from '#web/api/client.ts'

export type Banner = ReplyOf<typeof banners>['banners'][number]

export const bannersQuery = queryOptions({
  queryKey: ['banners'],
  queryFn: async ({ signal }) => (await call(banners, {}, { signal })).banners,
  staleTime: 600_000,
})
