import { Button } from '#web/ui/Button.tsx'
import { useNotify } from '#web/ui/notifications.tsx'

/** The card's own address, to be sent to somebody else. */
export function CopyLink({ id, plain = false }: { id: number; plain?: boolean }) {
  const notify = useNotify()

  function copy() {
    navigator.clipboard.writeText(`${location.origin}/product/${id}`).then(
      () => notify({ tone: 'ok', text: 'Ссылка скопирована' }),
      () => notify({ tone: 'bad', text: 'Браузер не дал скопировать' }),
    )
  }

  return (
    <Button icon="link" {...(plain ? { small: true, variant: 'plain' } : {})} onClick={copy}>
      Скопировать ссылку
    </Button>
  )
}
