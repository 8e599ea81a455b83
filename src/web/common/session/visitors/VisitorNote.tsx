import { register } from '#shared/api/account/registration.ts'
import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useSignOut } from '../use-session.ts'
import { clearDemoCookie } from './demo-cookie.ts'

/** Note for demo visitors on every page, with a link to registration. */
export function VisitorNote() {
  const signOut = useSignOut(() => {
    clearDemoCookie()
    // The registration window opens at the address of its call.
    location.assign(register.path)
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
