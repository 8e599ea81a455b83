import { Button } from '#web/ui/Button.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import { useSignOut } from './use-session.ts'

export function SignOutButton({ onSignedOut, wide = false }: { onSignedOut: () => void; wide?: boolean }) {
  const signOut = useSignOut(onSignedOut)
  const notify = useNotify()
  return (
    <Button
      icon="exit"
      wide={wide}
      busy={signOut.isPending}
      onClick={() =>
        signOut.mutate(undefined, {
          onError: ({ message }) => notify({ tone: 'bad', title: 'Вы не вышли', text: message }),
        })
      }
    >
      Выйти
    </Button>
  )
}
