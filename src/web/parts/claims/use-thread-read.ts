import { useEffect } from 'react'
import { useVisible } from '#web/ui/use-visible.ts'

type Thread = { id: number; unread: number; messages: readonly { id: number }[] }

/** Marks a thread as read as soon as it is looked at. */
export function useThreadRead(
  { id, unread, messages }: Thread,
  read: (input: { id: number; message: number }) => void,
) {
  const visible = useVisible()
  const last = messages.at(-1)?.id
  useEffect(() => {
    if (unread > 0 && last !== undefined && visible) read({ id, message: last })
  }, [id, unread, last, visible, read])
}
