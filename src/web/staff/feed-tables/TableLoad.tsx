import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { endpointAddress } from '#shared/api/address.ts'
import { feedTableTemplate, type FeedTableInfo, type LoadedTable } from '#shared/api/administration/feed-tables.ts'
import { maxTableRows } from '#shared/rules/file-size.ts'
import { CallError } from '#web/api/client.ts'
import { Button } from '#web/ui/Button.tsx'
import { useDroppedFile } from '#web/ui/files/use-dropped-file.ts'
import { FileLink } from '#web/ui/files/FileLink.tsx'
import { Checkbox } from '#web/ui/forms/Field.tsx'
import { quantity, withCount } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Note.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { useLoadTable, type Sending } from './use-feed-tables.ts'
import styles from './feed-tables.module.css'

const recordForms = ['запись', 'записи', 'записей'] as const

/** A chosen file is checked at once and loaded on a second press. */
export function TableLoad({ table: { name, full: fullness } }: { table: FeedTableInfo }) {
  const [file, setFile] = useState<File>()
  const [full, setFull] = useState(false)
  const load = useLoadTable(name)
  const send = (sending: Partial<Sending> & { file: File }) =>
    load.mutate({ check: false, full, any: false, ...sending })

  function choose(chosen: File) {
    if (load.isPending) return
    setFile(chosen)
    send({ file: chosen, check: true })
  }

  return (
    <Card
      title="Файл"
      extra={<FileLink href={endpointAddress(feedTableTemplate, { feed: name })}>Скачать шаблон</FileLink>}
    >
      <CardBody>
        <div className="column">
          <Drop busy={load.isPending} file={file} onFile={choose} />
          {fullness === 'requested' && (
            <Checkbox
              label="В таблице всё: остальное отключить"
              checked={full}
              onChange={({ currentTarget }) => setFull(currentTarget.checked)}
            />
          )}
          {fullness === 'always' && (
            <Note>Таблица заменяет всё, что загружено раньше: чего в ней нет, того больше не ждут</Note>
          )}
          {load.error && (
            <Note
              tone="bad"
              role="alert"
              action={
                file &&
                load.variables?.full &&
                isMassEnding(load.error) && (
                  <Button small onClick={() => send({ file, any: true })}>
                    Всё равно загрузить
                  </Button>
                )
              }
            >
              {load.error.message}
            </Note>
          )}
          {load.data && file && <Outcome loaded={load.data} busy={load.isPending} onLoad={() => send({ file })} />}
        </div>
      </CardBody>
    </Card>
  )
}

function isMassEnding(error: Error): boolean {
  return error instanceof CallError && error.code === 'massEnding'
}

function Drop({ busy, file, onFile }: { busy: boolean; file: File | undefined; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const isOver = useDroppedFile(onFile)
  return (
    <div className={styles.drop} data-over={isOver || undefined}>
      <Icon name="upload" size={32} />
      <p>{file === undefined ? 'Перетащите сюда таблицу или выберите её' : file.name}</p>
      <Button variant={file === undefined ? 'primary' : undefined} busy={busy} onClick={() => input.current?.click()}>
        {file === undefined ? 'Выбрать файл' : 'Другой файл'}
      </Button>
      <input
        ref={input}
        className="unseen"
        type="file"
        tabIndex={-1}
        aria-label="Файл таблицы"
        accept=".csv,.tsv,.txt,.xlsx,.xls,.ods"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          currentTarget.value = ''
          if (chosen) onFile(chosen)
        }}
      />
      <p className="small dim">CSV в любой кодировке, XLSX, XLS или ODS: до {quantity(maxTableRows)} строк и 20 МБ</p>
    </div>
  )
}

function Outcome({ loaded, busy, onLoad }: { loaded: LoadedTable; busy: boolean; onLoad: () => void }) {
  const { checked, accepted, rejected, unknown_headings: unknown, rejects } = loaded
  return (
    <>
      <Note tone={accepted === 0 ? 'bad' : rejected > 0 ? 'warn' : 'ok'} role="status">
        {checked ? 'Проверено: годится' : 'Загружено:'} {withCount(accepted, recordForms)}
        {rejected > 0 && `, с ошибками ${quantity(rejected)}`}
        {!checked && (
          <>
            . Подробности –{' '}
            <Link to="/admin/exchange" className={styles.log}>
              в журнале обмена
            </Link>
          </>
        )}
      </Note>
      {unknown.length > 0 && (
        <p className="small dim">Пропущены столбцы: {unknown.map((heading) => `«${heading}»`).join(', ')}</p>
      )}
      {checked && accepted > 0 && (
        <div className={styles.actions}>
          <Button variant="primary" busy={busy} onClick={onLoad}>
            Загрузить {withCount(accepted, recordForms)}
          </Button>
          {rejected > 0 && <span className="small dim">Строки с ошибками не загрузятся</span>}
        </div>
      )}
      {rejects.length > 0 && <Rejects rejects={rejects} total={rejected} />}
    </>
  )
}

function Rejects({ rejects, total }: { rejects: LoadedTable['rejects']; total: number }) {
  return (
    <>
      <table className={styles.rejects} aria-label="Строки с ошибками">
        <thead>
          <tr>
            <th scope="col">Строка</th>
            <th scope="col">Запись</th>
            <th scope="col">Что исправить</th>
          </tr>
        </thead>
        <tbody>
          {rejects.map(({ row, record, reason }) => (
            <tr key={row}>
              <td>{row}</td>
              <td>{record || '–'}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > rejects.length && (
        <p className="small dim">Показаны первые {quantity(rejects.length)}. Исправьте их и проверьте файл снова</p>
      )}
    </>
  )
}
