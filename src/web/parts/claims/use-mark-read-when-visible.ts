import { useEffect } from 'react'
import { useVisible } from '#web/ui/use-visible.ts'

type Thread = { id: number; unread: number; messages: readonly { id: number }[] }

/** Marks a thread as read once its tab is visible. */
export function useMarkReadWhenVisible(
  { id, unread, messages }: Thread,
  markRead: (input: { id: number; message: number }) => void,
) {
  const isVisible = useVisible()
  const lastId = messages.at(-1)?.id
  useEffect(() => {
    if (unread > 0 && lastId !== undefined && isVisible) markRead({ id, message: lastId })
  }, [id, unread, lastId, isVisible, markRead])
}
