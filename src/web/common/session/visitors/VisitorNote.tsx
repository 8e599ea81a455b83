import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useSignOut } from '../use-session.ts'
import { clearDemoCookie } from './demo-cookie.ts'

/** Tells a visitor on every page where they are, and how to get an account of their own. */
export function VisitorNote() {
  const signOut = useSignOut(() => {
    clearDemoCookie()
    location.assign('/registration/')
  })
  return (
    <Note
      action={
        <Button small busy={signOut.isPending} onClick={() => signOut.mutate()}>
          Запросить доступ
        </Button>
      }
    >
      <b className="bold">Демо-режим.</b> Заказы никуда не уходят, ночью всё удалится.
    </Note>
  )
}
