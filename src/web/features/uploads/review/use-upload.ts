import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { largestUploadBytes, mostPastedCharacters, uploadsFromBuffer, uploadsFromFile, type ColumnChoice, type UploadReview } from '#shared/api/uploads.ts'
import { call, CallError } from '#web/api/client.ts'
import { sendWithProgress } from '#web/api/send-with-progress.ts'
import { carriedOver, reviewRows, type ReviewRow } from './review-rows.ts'

export type Source = { file: File } | { text: string }
/** How a person says that the table is to be read. */
export type Reading = { sheet?: number; headerRow?: number; columns?: ColumnChoice }

export type Upload = {
  contract: number
  source: Source
  reading: Reading
  answer: UploadReview
  rows: readonly ReviewRow[]
}

type Asked = { contract: number; source: Source; reading: Reading }

/** Columns that a person has set, or that headings name: those are worth knowing again. Ours are known. */
export function isRemembering({ answer: { own, headerRow }, reading }: Upload): boolean {
  return !own && (headerRow !== null || reading.columns !== undefined)
}

const uploadKey = ['upload']

/** The review at hand, kept while its tab lives: a look at the basket and back finds it as it was. */
export function useUpload() {
  const queries = useQueryClient()
  const { data: upload } = useQuery<Upload | null>({ queryKey: uploadKey, queryFn: skipToken, staleTime: Infinity, gcTime: Infinity, structuralSharing: false })
  const set = (next: Upload | null) => queries.setQueryData<Upload | null>(uploadKey, next)
  return {
    upload: upload ?? undefined,
    drop: () => set(null),
    change: (change: (rows: readonly ReviewRow[]) => readonly ReviewRow[]) =>
      queries.setQueryData<Upload | null>(uploadKey, (now) => (now ? { ...now, rows: change(now.rows) } : now)),
    /** What was done by hand stays with the rows that are still the same. */
    take: (asked: Asked, answer: UploadReview) => {
      const before = queries.getQueryData<Upload | null>(uploadKey)
      const isSame = before?.source === asked.source && before.contract === asked.contract
      const rows = reviewRows(answer)
      set({ ...asked, answer, rows: isSame ? carriedOver(rows, before.rows) : rows })
    },
  }
}

/** Sends a file or a pasted text to be read; `sent` is how much of the file has left. */
export function useReadTable(onRead: (asked: Asked, answer: UploadReview) => void) {
  const [sent, setSent] = useState(0)
  const sending = useRef<AbortController>(undefined)
  const { mutate, isPending, error, variables, reset } = useMutation({
    mutationFn: async ({ contract, source, reading }: Asked) => {
      refuseTooLarge(source)
      setSent(0)
      sending.current = new AbortController()
      const { signal } = sending.current
      if ('text' in source) return call(uploadsFromBuffer, { contract, ...reading, text: source.text }, { signal })
      return call(uploadsFromFile, { contract, ...reading, file: source.file }, { signal, send: sendWithProgress(setSent) })
    },
    onSuccess: (answer, asked) => onRead(asked, answer),
  })
  return {
    read: mutate,
    reading: isPending,
    sent,
    /** The file on its way, or the last one that was refused. */
    asked: variables,
    error: error?.name === 'AbortError' ? null : error,
    forgetError: reset,
    cancel: () => {
      sending.current?.abort()
      reset()
    },
  }
}

function refuseTooLarge(source: Source): void {
  if ('file' in source && source.file.size > largestUploadBytes) throw new CallError(413, { code: 'tooLarge', message: 'Файл больше 20 МБ' })
  if ('text' in source && source.text.length > mostPastedCharacters) throw new CallError(413, { code: 'tooLarge', message: 'Вставленный текст слишком велик' })
}
