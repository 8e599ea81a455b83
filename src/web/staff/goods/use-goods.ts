import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '#shared/api/endpoint.ts'
import { maxDocumentBytes, uploadDocument } from '#shared/api/staff/documents.ts'
import { countGoodsGaps, markGoods, saveGood, staffGood, staffGoods } from '#shared/api/staff/goods.ts'
import { maxPictureBytes, uploadPicture } from '#shared/api/staff/pictures.ts'
import { call, CallError } from '#web/api/client.ts'
import { sendFile } from '#web/api/send-file.ts'
import { goodsInputOf, type GoodsSearch } from './goods-url.ts'

const key = ['staff', 'goods']
const listKey = [...key, 'list']

export function useGoods(search: GoodsSearch) {
  return useQuery({
    queryKey: [...listKey, search],
    queryFn: ({ signal }) => call(staffGoods, goodsInputOf(search), { signal }),
    placeholderData: keepPreviousData,
  })
}

/** How many goods lack what. */
export function useGoodsGaps() {
  return useQuery({
    queryKey: [...listKey, 'gaps'],
    queryFn: ({ signal }) => call(countGoodsGaps, {}, { signal }),
    staleTime: 60_000,
  })
}

/** Goods that can be linked, by article or words of the name. */
export const linkableSource = {
  name: 'linkable',
  find: async (query: string, signal: AbortSignal) => (await call(staffGoods, { query }, { signal })).items,
}

/** Fetched on every opening, and never refetched while the form is being edited. */
export const goodQuery = (id: number) =>
  queryOptions({
    queryKey: [...key, 'one', id],
    queryFn: async ({ signal }) => (await call(staffGood, { id }, { signal })).good,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export function useSaveGood() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Omit<InputOf<typeof saveGood>, 'method'>) => call(saveGood, input),
    onSuccess: ({ good }) => {
      queries.setQueryData(goodQuery(good.id).queryKey, good)
      return invalidateGoods(queries)
    },
  })
}

export function useMarkGoods() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Omit<InputOf<typeof markGoods>, 'method'>) => call(markGoods, input),
    onSuccess: () => invalidateGoods(queries),
  })
}

export function invalidateGoods(queries: ReturnType<typeof useQueryClient>): Promise<unknown> {
  return Promise.all([
    queries.invalidateQueries({ queryKey: listKey }),
    queries.invalidateQueries({ queryKey: ['staff', 'labels'] }),
  ])
}

/** Sends files one after another; stops at the first refusal, with its reason. */
export function useSendPictures() {
  return useMutation({
    mutationFn: (files: readonly File[]) =>
      sendEach(files, (file) => sendChecked(file, { max: maxPictureBytes }, () => sendFile(uploadPicture, {}, file))),
  })
}

export function useSendDocuments() {
  return useMutation({
    mutationFn: (files: readonly File[]) =>
      sendEach(files, async (file) => ({
        ...(await sendChecked(file, { max: maxDocumentBytes }, () => sendFile(uploadDocument, {}, file))),
        name: file.name,
      })),
  })
}

async function sendEach<Uploaded>(
  files: readonly File[],
  sendOne: (file: File) => Promise<Uploaded>,
): Promise<Uploaded[]> {
  const uploaded: Uploaded[] = []
  for (const file of files) uploaded.push(await sendOne(file))
  return uploaded
}

/** Checks the size before sending; names the file in a refusal. */
async function sendChecked<Reply>(file: File, { max }: { max: number }, send: () => Promise<Reply>): Promise<Reply> {
  if (file.size > max) throw new CallError(413, { code: 'tooLarge', message: `«${file.name}» больше 20 МБ` })
  return send().catch((error: unknown) => {
    throw error instanceof CallError && error.status === 422
      ? new CallError(422, { ...error.body, message: `«${file.name}»: ${error.message}` })
      : error
  })
}
