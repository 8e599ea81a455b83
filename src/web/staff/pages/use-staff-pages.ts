import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#shared/api/endpoint.ts'
import * as api from '#shared/api/staff/pages.ts'
import { staffAudience } from '#shared/api/talk/placement.ts'
import { call } from '#web/api/client.ts'

const key = ['staff', 'pages']
/** Query keys of the buyers' screens with the same data. */
const buyerKey = ['pages']

export function useStaffMaterials() {
  return useQuery({
    queryKey: [...key, 'materials'],
    queryFn: async ({ signal }) => (await call(api.staffMaterials, {}, { signal })).items,
  })
}

/** Fetched on every opening: a change is based on the version that was shown. */
export function useMaterialToEdit(id: number | undefined) {
  return useQuery({
    queryKey: [...key, 'material', id],
    queryFn: async ({ signal }) =>
      (await call(api.staffMaterials, {}, { signal })).items.find((each) => each.id === id) ?? null,
    enabled: id !== undefined,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export function useStaffNews() {
  return useQuery({
    queryKey: [...key, 'news'],
    queryFn: async ({ signal }) => (await call(api.staffTopNews, {}, { signal })).items,
  })
}

/** Price types and organisations that a page or news item can be restricted to. */
export const audienceQuery = queryOptions({
  queryKey: [...key, 'audience'],
  queryFn: ({ signal }) => call(staffAudience, {}, { signal }),
})

export const organisationsQuery = (query: string) =>
  queryOptions({
    queryKey: [...key, 'audience', query],
    queryFn: async ({ signal }) => (await call(staffAudience, { query }, { signal })).organisations,
  })

export function useVersions(id: number) {
  return useQuery({
    queryKey: [...key, 'versions', id],
    queryFn: async ({ signal }) => (await call(api.materialVersions, { id }, { signal })).items,
  })
}

/** Preview of the sanitised text; the previous one stays while loading. */
export function usePreview(html: string) {
  return useQuery({
    queryKey: [...key, 'preview', html],
    queryFn: async ({ signal }) => (await call(api.previewMaterial, { html }, { signal })).html,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  })
}

function usePagesMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => Promise.all([key, buyerKey].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}

export const useSaveMaterial = () =>
  usePagesMutation((page: InputOf<typeof api.saveMaterial>) => call(api.saveMaterial, page))
export const useSaveNews = () =>
  usePagesMutation((news: InputOf<typeof api.saveTopNews>) => call(api.saveTopNews, news))
