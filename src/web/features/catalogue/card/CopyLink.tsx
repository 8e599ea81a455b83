import { Button } from '#web/ui/Button.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import styles from './product-card.module.css'

/** The card's own address, to be sent to somebody else. */
export function CopyLink({ id }: { id: number }) {
  const notify = useNotify()

  function copy() {
    navigator.clipboard.writeText(`${location.origin}/product/${id}`).then(
      () => notify({ tone: 'ok', text: 'Ссылка скопирована' }),
      () => notify({ tone: 'bad', text: 'Браузер не дал скопировать' }),
    )
  }

  return (
    <Button small look="plain" icon="link" className={styles.copy} aria-label="Скопировать ссылку" title="Скопировать ссылку" onClick={copy}>
      <span>Скопировать ссылку</span>
    </Button>
  )
}
