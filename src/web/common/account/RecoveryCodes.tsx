import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useNotify } from '#web/ui/notifications.tsx'
import styles from './account.module.css'

/** Shown once: the portal keeps no more than their digests. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const notify = useNotify()

  function copy() {
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => notify({ tone: 'ok', text: 'Запасные коды скопированы', fadeMs: 3000 }),
      () => notify({ tone: 'bad', text: 'Браузер не дал скопировать' }),
    )
  }

  return (
    <div className={styles.setup}>
      <Note tone="warn" role="status">
        <b>Сохраните запасные коды: больше портал их не покажет.</b> Если телефон потеряется, каждый из них один раз
        заменит код из приложения.
      </Note>
      <ul className={styles.codes} aria-label="Запасные коды">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={`${styles.buttons} no-print`}>
        <Button icon="copy" onClick={copy}>
          Скопировать
        </Button>
        <Button icon="print" onClick={() => window.print()}>
          Распечатать
        </Button>
        <Button variant="primary" onClick={onDone}>
          Коды сохранены
        </Button>
      </div>
    </div>
  )
}
