import { useEffect } from 'react'

type Thread = { id: number; unread: number; messages: readonly { id: number }[] }

/** Marks a thread as read as soon as it is shown. */
export function useThreadRead(
  { id, unread, messages }: Thread,
  read: (input: { id: number; message: number }) => void,
) {
  const last = messages.at(-1)?.id
  useEffect(() => {
    if (unread > 0 && last !== undefined && document.visibilityState === 'visible') read({ id, message: last })
  }, [id, unread, last, read])
}
