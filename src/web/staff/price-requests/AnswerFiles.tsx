import { useRef, type ChangeEvent } from 'react'
import { priceFileExtensions, type RequestFile } from '#shared/api/price-lists.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { FileProgress } from '#web/ui/files/FileProgress.tsx'
import { fileSize } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { isUnfinished, useRequestFiles } from './use-price-requests.ts'
import styles from './price-requests.module.css'

const accepted = priceFileExtensions.map((extension) => `.${extension}`).join(',')

/** What the buyer gets with the answer: the file that they asked for, made by the portal, and files of staff's own. */
export function AnswerFiles({ id, files }: { id: number; files: readonly RequestFile[] }) {
  const { make, attach, drop } = useRequestFiles(id)
  const input = useRef<HTMLInputElement>(null)
  const error = make.error ?? attach.error ?? drop.error

  function take({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = currentTarget.files ?? []
    currentTarget.value = ''
    forget()
    if (chosen) attach.mutate(chosen)
  }

  function forget() {
    for (const change of [make, attach, drop]) change.reset()
  }

  return (
    <section className={styles.files} aria-label="Файлы покупателю">
      <span className="bold">Файлы покупателю</span>
      {files.length > 0 && (
        <ul>
          {files.map((file) => (
            <FileLine
              key={file.id}
              file={file}
              isDropping={drop.isPending && drop.variables === file.id}
              onDrop={() => {
                forget()
                drop.mutate(file.id)
              }}
            />
          ))}
        </ul>
      )}
      <div className="row wrap">
        <Button
          small
          icon="download"
          busy={make.isPending}
          disabled={files.some((file) => !file.attached && isUnfinished(file))}
          onClick={() => {
            forget()
            make.mutate()
          }}
        >
          Сформировать по запросу
        </Button>
        <Button small busy={attach.isPending} onClick={() => input.current?.click()}>
          Приложить файл
        </Button>
        <input
          ref={input}
          className="unseen"
          type="file"
          tabIndex={-1}
          aria-label="Файл для покупателя"
          accept={accepted}
          onChange={take}
        />
        <span className="small dim">XLSX, XLS, PDF, CSV или ZIP до 20 МБ</span>
      </div>
      {error && (
        <Note tone="bad" role="alert">
          {error.message}
        </Note>
      )}
    </section>
  )
}

function FileLine({ file, isDropping, onDrop }: { file: RequestFile; isDropping: boolean; onDrop: () => void }) {
  const { name, link, state, size } = file
  return (
    <li>
      {state === 'ready' ? (
        <a href={link} download className={styles.fileName}>
          {name}
        </a>
      ) : (
        <span className={styles.fileName}>{name}</span>
      )}
      {isUnfinished(file) && <FileProgress file={file} />}
      {state === 'failed' && <Tag tone="bad">Не получился</Tag>}
      {size !== null && <span className="small dim nowrap">{fileSize(size)}</span>}
      <IconButton small icon="close" label={`Убрать ${name}`} disabled={isDropping} onClick={onDrop} />
    </li>
  )
}
