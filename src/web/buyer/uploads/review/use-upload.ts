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
import type { CartMode } from '../additions.ts'
import { keepEdits, restoredRows, reviewRows, shareStock, type ReviewRow } from './review-rows.ts'
import {
  deleteStored,
  saveEdits,
  saveOrdered,
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
export type TableRequest = { contract: number; source: Source; reading: Reading }

/** The current review, stored in the browser, so that a reload or a closed tab loses nothing. */
export function useUpload(account: number) {
  const queries = useQueryClient()
  const keys = keysOf(account)
  const { data: upload } = useQuery<Upload | null>({
    queryKey: keys.upload,
    // The cached result of the same request survives any other change of the portal.
    queryFn: async () => queries.getQueryData<Upload | null>(keys.upload) ?? restored(await readCurrent(account)),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  })
  const set = (next: Upload | null) => queries.setQueryData<Upload | null>(keys.upload, next)
  const recount = () => queries.invalidateQueries({ queryKey: keys.unfinished })
  return {
    upload: upload ?? undefined,
    /** Unknown yet whether there is one. */
    restoring: upload === undefined,
    /** Closes the review; it is listed among the unfinished ones. */
    putAside: () => {
      setCurrentReview(account, undefined)
      set(null)
      void recount()
    },
    resume: async (id: string) => {
      const stored = restored(await readStored(account, id))
      if (stored) setCurrentReview(account, id)
      set(stored)
      if (!stored) void recount()
    },
    /** The state at this moment, rendered or not. */
    current: () => queries.getQueryData<Upload | null>(keys.upload) ?? undefined,
    change: (change: (rows: readonly ReviewRow[]) => readonly ReviewRow[]) => {
      const next = queries.setQueryData<Upload | null>(keys.upload, (now) =>
        now ? { ...now, rows: shareStock(change(now.rows), now.mode) } : now,
      )
      if (next) void saveEdits(next)
    },
    setMode: (mode: CartMode) => {
      const next = queries.setQueryData<Upload | null>(keys.upload, (now) =>
        now ? { ...now, mode, rows: shareStock(now.rows, mode) } : now,
      )
      if (next) void saveTable(account, next)
    },
    /** Keeps edits of rows that are unchanged. */
    take: (request: TableRequest, answer: UploadReview) => {
      const before = queries.getQueryData<Upload | null>(keys.upload)
      const same = before?.source === request.source ? before : undefined
      const mode = same?.mode ?? firstMode(answer)
      const fresh = reviewRows(answer)
      const rows = shareStock(same?.contract === request.contract ? keepEdits(fresh, same.rows) : fresh, mode)
      const next = { ...request, id: same?.id ?? newReviewId(), answer, mode, rows, isOld: false }
      set(next)
      void saveTable(account, next)
    },
    ordered: ({ id }: Upload) => void saveOrdered(id),
  }
}

/** Unfinished reviews of this browser (undefined while loading), and a function to delete one. */
export function useUnfinished(account: number) {
  const queries = useQueryClient()
  const { unfinished } = keysOf(account)
  const { data } = useQuery({ queryKey: unfinished, queryFn: () => listUnfinished(account), staleTime: 0 })
  return {
    unfinished: data,
    forget: (id: string) => void deleteStored(id).then(() => queries.invalidateQueries({ queryKey: unfinished })),
  }
}

function keysOf(account: number) {
  return { upload: ['upload', account], unfinished: ['unfinished-uploads', account] } as const
}

const freshMs = 30 * 60 * 1000

function restored(stored: StoredReview | undefined): Upload | null {
  if (!stored) return null
  const { answer, isOutdated } = completed(stored.table.answer)
  const mode = stored.table.mode ?? firstMode(answer)
  const rows = shareStock(restoredRows(answer, isOutdated ? [] : stored.edited), mode)
  return { ...stored.table, answer, mode, rows, isOld: isOutdated || Date.now() - stored.head.keptAt > freshMs }
}

/** A review stored by an earlier version is incomplete: it is read again. */
function completed(answer: UploadReview): { answer: UploadReview; isOutdated: boolean } {
  const [first] = answer.rows as Partial<UploadRow>[]
  const isComplete =
    (answer as Partial<UploadReview>).tally !== undefined && (first === undefined || first.rememberAs !== undefined)
  if (isComplete) return { answer, isOutdated: false }
  const added = { asks: [], quantities: [], summed: [], noOrder: false, tally: [], leftOut: [] }
  return { answer: { ...added, ...answer, rows: [] }, isOutdated: true }
}

/** Uploads a file or a pasted text to be read; `sent` is the sent share of the file. */
export function useReadTable(onRead: (request: TableRequest, answer: UploadReview) => void) {
  const [sent, setSent] = useState(0)
  const sending = useRef<AbortController>(undefined)
  const { mutate, isPending, error, variables, reset } = useMutation({
    mutationFn: async ({ contract, source, ...asked }: TableRequest) => {
      refuseTooLarge(source)
      const reading = { ...asked.reading }
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
  if ('file' in source && source.file.size > maxUploadBytes)
    throw new CallError(413, { code: 'tooLarge', message: tooLargeMessage(maxUploadBytes) })
  if ('text' in source && source.text.length > maxPastedCharacters)
    throw new CallError(413, { code: 'tooLarge', message: 'Вставленный текст слишком велик' })
}
