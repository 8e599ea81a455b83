import { useRef, useState } from 'react'
import type { ChatFile } from '#shared/api/talk/chat.ts'
import { randomKey } from '#web/api/random-key.ts'
import { isSameLink, type LinkedObject, type LinkKind } from './linked.ts'

/** A message to send: ids of linked objects, and the idempotency key. */
export type OutgoingMessage = Record<LinkKind, number[]> & { message: string; files: number[]; key: string }
export type Draft = ReturnType<typeof useDraft>

/** Draft of a message with its attachments. */
export function useDraft() {
  const [text, setText] = useState('')
  const [files, setFiles] = useState<readonly ChatFile[]>([])
  const [linked, setLinked] = useState<readonly LinkedObject[]>([])
  const lastAttempt = useRef<{ body: string; key: string } | undefined>(undefined)
  const idsOf = (kind: LinkKind) => linked.filter((each) => each.kind === kind).map(({ id }) => id)
  return {
    text,
    files,
    linked,
    isEmpty: text.trim() === '' && files.length + linked.length === 0,
    setText,
    addFile: (added: ChatFile) => setFiles((previous) => [...previous, added]),
    removeFile: (removed: number) => setFiles((previous) => previous.filter(({ id }) => id !== removed)),
    link: (added: LinkedObject) =>
      setLinked((previous) => [...previous.filter((each) => !isSameLink(each, added)), added]),
    unlink: (removed: LinkedObject) => setLinked((previous) => previous.filter((each) => !isSameLink(each, removed))),
    /** An unchanged draft keeps its key when sent again; a changed one gets a new key. */
    buildMessage(): OutgoingMessage {
      const message = {
        message: text,
        files: files.map(({ id }) => id),
        orders: idsOf('orders'),
        goods: idsOf('goods'),
        claims: idsOf('claims'),
        invoices: idsOf('invoices'),
      }
      const body = JSON.stringify(message)
      if (lastAttempt.current?.body !== body) lastAttempt.current = { body, key: randomKey() }
      return { ...message, key: lastAttempt.current.key }
    },
    /** Removes the sent message from the draft; input added while it was being sent stays. */
    clearSent(sent: OutgoingMessage) {
      lastAttempt.current = undefined
      setText((current) =>
        current.startsWith(sent.message) ? current.slice(sent.message.length).trimStart() : current,
      )
      setFiles((current) => current.filter(({ id }) => !sent.files.includes(id)))
      setLinked((current) => current.filter(({ kind, id }) => !sent[kind].includes(id)))
    },
  }
}
