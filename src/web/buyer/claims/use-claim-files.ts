import { useRef, useState } from 'react'
import { uploadClaimFile, type ClaimFile } from '#shared/api/claims.ts'
import { maxClaimFiles } from '#shared/rules/aftersale/claims.ts'
import { CallError } from '#web/api/client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { sendFile } from '#web/api/send-file.ts'

/** A file that is being uploaded, or whose upload has failed. */
export type Upload = {
  key: string
  name: string
  /** Sent share, 0 to 1. */
  share: number
  failure: { message: string; canRetry: boolean } | undefined
}

type Queued = { file: File; cancel: AbortController }

/** Statuses of a busy server; others are refusals, which a repetition would not change. */
const temporaryStatuses = [408, 425, 429, 500, 502, 503, 504]

/** Files of a claim or a reply. They are uploaded one after another; a failed one is kept until retried or removed. */
export function useClaimFiles() {
  const [files, setFiles] = useState<readonly ClaimFile[]>([])
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const queued = useRef(new Map<string, Queued>())
  const previous = useRef<Promise<void>>(Promise.resolve())

  const change = (key: string, patch: Partial<Upload>) =>
    setUploads((current) => current.map((upload) => (upload.key === key ? { ...upload, ...patch } : upload)))
  const drop = (key: string) => {
    queued.current.delete(key)
    setUploads((current) => current.filter((upload) => upload.key !== key))
  }

  async function upload(key: string): Promise<void> {
    const entry = queued.current.get(key)
    if (entry === undefined || entry.cancel.signal.aborted) return
    const { file, cancel } = entry
    try {
      const { file: uploaded } = await sendFile(uploadClaimFile, { name: file.name.slice(-200) }, file, {
        onSent: (share) => change(key, { share }),
        signal: cancel.signal,
      })
      if (cancel.signal.aborted) return
      setFiles((current) => [...current, uploaded])
      drop(key)
    } catch (error) {
      if (!cancel.signal.aborted) change(key, { share: 0, failure: failureOf(error) })
    }
  }

  function enqueue(key: string): void {
    previous.current = previous.current.then(() => upload(key))
  }

  return {
    files,
    uploads,
    isFull: files.length + uploads.length >= maxClaimFiles,
    add: (chosen: readonly File[]) => {
      const added = chosen
        .slice(0, maxClaimFiles - files.length - uploads.length)
        .map((file) => ({ key: randomKey(), file }))
      setUploads((current) => [
        ...current,
        ...added.map(({ key, file }) => ({ key, name: file.name, share: 0, failure: undefined })),
      ])
      for (const { key, file } of added) {
        queued.current.set(key, { file, cancel: new AbortController() })
        enqueue(key)
      }
    },
    retry: (key: string) => {
      change(key, { failure: undefined })
      enqueue(key)
    },
    /** Stops the upload of a file. */
    cancel: (key: string) => {
      queued.current.get(key)?.cancel.abort()
      drop(key)
    },
    remove: (id: number) => setFiles((current) => current.filter((file) => file.id !== id)),
    clear: () => setFiles([]),
  }
}

export type ClaimFiles = ReturnType<typeof useClaimFiles>

function failureOf(error: unknown): Upload['failure'] {
  const status = error instanceof CallError ? error.status : 0
  const message = error instanceof Error ? error.message : 'Файл не отправлен'
  return { message, canRetry: status === 0 || temporaryStatuses.includes(status) }
}

export const sendSoon = 'Отправьте через несколько секунд'

/** Why a claim with these files cannot be sent yet. */
export function unsentReason({ uploads }: Pick<ClaimFiles, 'uploads'>): string | undefined {
  if (uploads.length === 0) return undefined
  return uploads.some(({ failure }) => failure !== undefined)
    ? 'Не все файлы загружены: повторите загрузку или уберите их'
    : `Файлы ещё загружаются. ${sendSoon}`
}
