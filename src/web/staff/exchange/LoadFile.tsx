import { Link } from '@tanstack/react-router'
import { FileButton } from '#web/ui/files/FileButton.tsx'
import { quantity } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { changeExchangeSearch } from './exchange-url.ts'
import { useFileState, type LoadedFile, type useLoadFile } from './use-exchange-files.ts'
import styles from './exchange.module.css'

type Load = ReturnType<typeof useLoadFile>

/** A file of CommerceML or YML by hand; tables have a page of their own. */
export function LoadFileButton({ load }: { load: Load }) {
  return (
    <span className="row wrap">
      <FileButton
        label="Файл обмена"
        accept=".xml,.zip"
        busy={load.isPending}
        onFiles={([chosen]) => chosen && load.mutate(chosen)}
      >
        Загрузить файл
      </FileButton>
      <Link to="/admin/tables" className="small">
        Загрузка таблиц
      </Link>
    </span>
  )
}

/** What becomes of the file that was loaded last. */
export function LoadedFileNote({ load }: { load: Load }) {
  if (load.isError)
    return (
      <Note tone="bad" role="alert">
        {load.error.message}
      </Note>
    )
  if (load.isPending) return <Note role="status">Файл {load.variables.name} передаётся на портал</Note>
  return load.data ? <Outcome file={load.data} /> : null
}

function Outcome({ file }: { file: LoadedFile }) {
  const { data } = useFileState(file)
  if (!data || data.state === 'waiting') return <Note role="status">Файл {file.name} ждёт своей очереди</Note>
  const { state, run, items_done: done, items_total: total, rejected, error } = data
  if (state === 'failed')
    return (
      <Note tone="bad" role="alert">
        <b className="bold">Файл {file.name} не загружен.</b> {error} <OpenRun run={run} />
      </Note>
    )
  if (state === 'running') {
    const percent = total ? Math.floor((done / total) * 100) : undefined
    return (
      <Note role="status">
        Файл {file.name} загружается{' '}
        <span className={styles.bar}>
          <progress max={100} {...(percent === undefined ? {} : { value: percent })} aria-label={file.name} />{' '}
          {total ? `${quantity(done)} из ${quantity(total)} записей` : 'проверяется целиком'}
        </span>
      </Note>
    )
  }
  return (
    <Note tone={rejected > 0 ? 'warn' : 'ok'} role="status">
      <b className="bold">Файл {file.name} загружен:</b> записей {quantity(done)}
      {rejected > 0 && `, не принято ${quantity(rejected)}`}. <OpenRun run={run} />
    </Note>
  )
}

function OpenRun({ run }: { run: number | null }) {
  if (run === null) return null
  return (
    <Link to="/admin/exchange" search={changeExchangeSearch({}, { run })} className={styles.inText}>
      Подробности прогона
    </Link>
  )
}
