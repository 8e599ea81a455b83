import { Button } from '#web/ui/Button.tsx'
import { useCopy } from '#web/ui/use-copy.ts'

/** Copies the card's address. */
export function CopyLink({ id, plain = false }: { id: number; plain?: boolean }) {
  const copyText = useCopy()

  function copy() {
    copyText(`${location.origin}/product/${id}`, { tone: 'ok', text: 'Ссылка скопирована' })
  }

  return (
    <Button icon="link" {...(plain ? { small: true, variant: 'plain' } : {})} onClick={copy}>
      Скопировать ссылку
    </Button>
  )
}
