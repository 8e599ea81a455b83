import { Button } from '#web/ui/Button.tsx'
import { Note } from '#web/ui/Note.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import styles from './account.module.css'

/** Shown once: the server stores only digests. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const copyText = useCopy()

  function copy() {
    copyText(codes.join('\n'), { tone: 'ok', text: 'Запасные коды скопированы', fadeMs: 3000 })
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
