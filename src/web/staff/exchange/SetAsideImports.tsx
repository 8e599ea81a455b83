import type { SetAsideImport } from '#shared/api/staff/exchange.ts'
import { Button } from '#web/ui/Button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { withCount, fileSize, dateTime } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { useDismissImport, useRetryImport } from './use-exchange.ts'
import styles from './exchange.module.css'

const fileForms = ['файл из 1С не загрузился', 'файла из 1С не загрузились', 'файлов из 1С не загрузились'] as const
const attemptForms = ['попытка', 'попытки', 'попыток'] as const

/** Imports that failed repeatedly: staff retry or dismiss each. */
export function SetAsideImports({ files }: { files: readonly SetAsideImport[] }) {
  if (files.length === 0) return null
  return (
    <div className={styles.decisions}>
      <Note tone="warn">
        <b className="bold">{withCount(files.length, fileForms)}.</b> Обмен продолжается без{' '}
        {files.length === 1 ? 'него' : 'них'}, с продажи ничего не снято. Если мешал сервер (перезапуск, нехватка
        места), попробуйте снова: загрузка продолжится с места остановки, но цены и остатки в файле могут оказаться
        старше нынешних. Если файл прерывает загрузку каждый раз, выгрузите эти данные из 1С заново, меньшими порциями.
      </Note>
      <ul aria-label="Отложенные файлы">
        {files.map((file) => (
          <FileRow key={file.id} file={file} />
        ))}
      </ul>
    </div>
  )
}

function FileRow({ file }: { file: SetAsideImport }) {
  const { name, reason, attempts } = file
  const confirm = useConfirm()
  const retry = useRetryImport(file)
  const dismiss = useDismissImport(file)

  async function confirmDismiss() {
    if (
      !(await confirm(
        `Отказаться от файла «${name}»? Портал удалит его. Эти данные появятся, только если выгрузить их из 1С заново.`,
      ))
    )
      return
    dismiss.mutate()
  }

  return (
    <li>
      <div className={styles.facts}>
        <b>{name}</b>
        <span>{reason}</span>
        <span className="small muted">
          Отложен {dateTime(file.set_aside_at)} · {withCount(attempts, attemptForms)} · {fileSize(file.size_bytes)}
        </span>
      </div>
      <div className={styles.actions}>
        <Button small busy={retry.isPending} aria-label={`Попробовать снова: ${name}`} onClick={() => retry.mutate()}>
          Попробовать снова
        </Button>
        <Button
          small
          variant="danger"
          busy={dismiss.isPending}
          aria-label={`Отказаться: ${name}`}
          onClick={() => void confirmDismiss()}
        >
          Отказаться
        </Button>
      </div>
    </li>
  )
}
