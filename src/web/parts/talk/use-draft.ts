import { useRef, useState } from 'react'
import type { ChatFile } from '#shared/api/talk/chat.ts'
import { randomKey } from '#web/api/random-key.ts'
import { isSameLink, type Linked, type LinkKind } from './linked.ts'

/** A message as it is sent: what it names by ids, and the key under which it is one however often it is sent. */
export type Sent = Record<LinkKind, number[]> & { message: string; files: number[]; key: string }
export type Draft = ReturnType<typeof useDraft>

/** A message that is being written. */
export function useDraft() {
  const [text, setText] = useState('')
  const [files, setFiles] = useState<readonly ChatFile[]>([])
  const [linked, setLinked] = useState<readonly Linked[]>([])
  const tried = useRef<{ body: string; key: string } | undefined>(undefined)
  const idsOf = (kind: LinkKind) => linked.filter((each) => each.kind === kind).map(({ id }) => id)
  return {
    text,
    files,
    linked,
    isEmpty: text.trim() === '' && files.length + linked.length === 0,
    setText,
    addFile: (added: ChatFile) => setFiles((before) => [...before, added]),
    removeFile: (removed: number) => setFiles((before) => before.filter(({ id }) => id !== removed)),
    link: (added: Linked) => setLinked((before) => [...before.filter((each) => !isSameLink(each, added)), added]),
    unlink: (removed: Linked) => setLinked((before) => before.filter((each) => !isSameLink(each, removed))),
    /** The same once more is the same message; once changed it is another. */
    toSend(): Sent {
      const message = {
        message: text,
        files: files.map(({ id }) => id),
        orders: idsOf('orders'),
        goods: idsOf('goods'),
        claims: idsOf('claims'),
        invoices: idsOf('invoices'),
      }
      const body = JSON.stringify(message)
      if (tried.current?.body !== body) tried.current = { body, key: randomKey() }
      return { ...message, key: tried.current.key }
    },
    /** Begins the next message; what was written while this one was on its way stays. */
    clear(sent: Sent) {
      tried.current = undefined
      setText((now) => (now === sent.message ? '' : now))
      setFiles((now) => now.filter(({ id }) => !sent.files.includes(id)))
      setLinked((now) => now.filter(({ kind, id }) => !sent[kind].includes(id)))
    },
  }
}
