import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  maxUploadBytes,
  maxPastedCharacters,
  uploadsFromBuffer,
  uploadsFromFile,
  type UploadReview,
  type UploadRow,
} from '#shared/api/uploads.ts'
import { tooLargeMessage } from '#shared/rules/file-size.ts'
import { call, CallError } from '#web/api/client.ts'
import { sendWithProgress } from '#web/api/send-with-progress.ts'
import { quantityIn, type Basket } from '#web/parts/basket/basket-state.ts'
import type { CartMode } from '../additions.ts'
import { mergeEdits, restoreRows, reviewRows, distributeStock, withBasket, type ReviewRow } from './review-rows.ts'
import {
  deleteStored,
  saveEdits,
  markOrdered,
  saveTable,
  listUnfinished,
  newReviewId,
  readStored,
  readCurrent,
  setCurrentReview,
  type StoredReview,
} from './review-store.ts'
import { firstMode, type Reading, type Source, type Upload } from './upload.ts'

/** A table, and how to read it. */
export type ReadRequest = { contract: number; source: Source; reading: Reading }

/** The current review, stored in the browser, so that a reload or a closed tab loses nothing. */
export function useUpload(account: number) {
  const queries = useQueryClient()
  const keys = queryKeys(account)
  const { data: upload } = useQuery<Upload | null>({
    queryKey: keys.upload,
    // The cached result of the same request survives any other change of the portal.
    queryFn: async () => queries.getQueryData<Upload | null>(keys.upload) ?? restoreUpload(await readCurrent(account)),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  })
  const set = (next: Upload | null) => queries.setQueryData<Upload | null>(keys.upload, next)
  const refreshUnfinished = () => queries.invalidateQueries({ queryKey: keys.unfinished })
  return {
    upload: upload ?? undefined,
    /** Unknown yet whether there is one. */
    restoring: upload === undefined,
    /** Closes the review; it is listed among the unfinished ones. */
    closeReview: () => {
      setCurrentReview(account, undefined)
      set(null)
      void refreshUnfinished()
    },
    resume: async (id: string) => {
      const stored = restoreUpload(await readStored(account, id))
      if (stored) setCurrentReview(account, id)
      set(stored)
      if (!stored) void refreshUnfinished()
    },
    /** The state at this moment, rendered or not. */
    current: () => queries.getQueryData<Upload | null>(keys.upload) ?? undefined,
    change: (change: (rows: readonly ReviewRow[]) => readonly ReviewRow[]) => {
      const next = queries.setQueryData<Upload | null>(keys.upload, (current) =>
        current ? { ...current, rows: distributeStock(change(current.rows), current.mode) } : current,
      )
      if (next) void saveEdits(next)
    },
    /** Shows what the basket has now; the review stays ordered. */
    showBasket: (basket: Basket) =>
      queries.setQueryData<Upload | null>(keys.upload, (current) => {
        if (!current || current.contract !== basket.contract) return current
        const rows = withBasket(current.rows, (id) => quantityIn(basket, id))
        return rows === current.rows ? current : { ...current, rows: distributeStock(rows, current.mode) }
      }),
    /** Whether the answer to an addition of this review's rows is unknown. Another one may be open by now. */
    setUnanswered: (id: string, isUnanswered: boolean) =>
      queries.setQueryData<Upload | null>(keys.upload, (current) =>
        current?.id === id ? { ...current, isUnanswered } : current,
      ),
    setMode: (mode: CartMode) => {
      const next = queries.setQueryData<Upload | null>(keys.upload, (current) =>
        current ? { ...current, mode, rows: distributeStock(current.rows, mode) } : current,
      )
      if (next) void saveTable(account, next)
    },
    /** Keeps edits of rows that are unchanged. */
    applyAnswer: (request: ReadRequest, answer: UploadReview) => {
      const previousUpload = queries.getQueryData<Upload | null>(keys.upload)
      const previous = previousUpload?.source === request.source ? previousUpload : undefined
      const mode = previous?.mode ?? firstMode(answer)
      const newRows = reviewRows(answer)
      const rows = distributeStock(
        previous?.contract === request.contract ? mergeEdits(newRows, previous.rows) : newRows,
        mode,
      )
      const id = previous?.id ?? newReviewId()
      const isUnanswered = previous?.isUnanswered ?? false
      const next = { ...request, id, answer, mode, rows, readAt: Date.now(), isUnanswered, isOutdated: false }
      set(next)
      void saveTable(account, next)
    },
    saveAsOrdered: ({ id }: Upload) => void markOrdered(id),
  }
}

/** Unfinished reviews of this browser (undefined while loading), and a function to delete one. */
export function useUnfinished(account: number) {
  const queries = useQueryClient()
  const { unfinished } = queryKeys(account)
  const { data } = useQuery({ queryKey: unfinished, queryFn: () => listUnfinished(account), staleTime: 0 })
  return {
    unfinished: data,
    deleteReview: (id: string) => void deleteStored(id).then(() => queries.invalidateQueries({ queryKey: unfinished })),
  }
}

function queryKeys(account: number) {
  return { upload: ['upload', account], unfinished: ['unfinished-uploads', account] } as const
}

const maxAgeMs = 30 * 60 * 1000

function restoreUpload(stored: StoredReview | undefined): Upload | null {
  if (!stored) return null
  const { answer, isIncomplete } = completeAnswer(stored.table.answer)
  const mode = stored.table.mode ?? firstMode(answer)
  const rows = distributeStock(restoreRows(answer, isIncomplete ? [] : stored.edited), mode)
  const { keptAt, isOrdered } = stored.head
  const { readAt = keptAt } = stored.table
  // Ordered rows are in the basket since.
  const isOutdated = isIncomplete || isOrdered || Date.now() - readAt > maxAgeMs
  return { ...stored.table, answer, mode, rows, readAt, isUnanswered: stored.isUnanswered, isOutdated }
}

/** A review stored by an earlier version is incomplete: it is read again. */
function completeAnswer(answer: UploadReview): { answer: UploadReview; isIncomplete: boolean } {
  const [first] = answer.rows as Partial<UploadRow>[]
  const isComplete =
    (answer as Partial<UploadReview>).tally !== undefined && (first === undefined || first.rememberAs !== undefined)
  if (isComplete) return { answer, isIncomplete: false }
  const added = { asks: [], quantities: [], summed: [], noOrder: false, tally: [], leftOut: [] }
  return { answer: { ...added, ...answer, rows: [] }, isIncomplete: true }
}

/** Uploads a file or a pasted text to be read; `sent` is the sent share of the file. */
export function useReadTable(onRead: (request: ReadRequest, answer: UploadReview) => void) {
  const [sent, setSent] = useState(0)
  const sending = useRef<AbortController>(undefined)
  const { mutate, isPending, error, variables, reset } = useMutation({
    mutationFn: async ({ contract, source, ...options }: ReadRequest) => {
      checkSize(source)
      const reading = { ...options.reading }
      // The screen handles the reply.
      delete reading.split
      setSent(0)
      sending.current = new AbortController()
      const { signal } = sending.current
      if ('text' in source) return call(uploadsFromBuffer, { contract, ...reading, text: source.text }, { signal })
      return call(
        uploadsFromFile,
        { contract, ...reading, file: source.file },
        { signal, send: sendWithProgress(setSent) },
      )
    },
    onSuccess: (answer, request) => onRead(request, answer),
  })
  return {
    read: mutate,
    reading: isPending,
    sent,
    /** The file being sent, or the last refused one. */
    request: variables,
    error: error?.name === 'AbortError' ? null : error,
    clearError: reset,
    cancel: () => {
      sending.current?.abort()
      reset()
    },
  }
}

function checkSize(source: Source): void {
  if ('file' in source && source.file.size > maxUploadBytes)
    throw new CallError(413, { code: 'tooLarge', message: tooLargeMessage(maxUploadBytes) })
  if ('text' in source && source.text.length > maxPastedCharacters)
    throw new CallError(413, { code: 'tooLarge', message: 'Вставленный текст слишком велик' })
}
