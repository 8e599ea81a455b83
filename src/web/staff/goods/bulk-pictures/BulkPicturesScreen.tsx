import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { listPhrases } from '#shared/rules/list-text.ts'
import { Button } from '#web/ui/Button.tsx'
import { useUnsaved } from '#web/ui/dialogs/use-unsaved.ts'
import { Segments } from '#web/ui/forms/Segments.tsx'
import { quantity, withCount } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Note } from '#web/ui/Note.tsx'
import { EmptyState } from '#web/ui/page/EmptyState.tsx'
import { Card, Page } from '#web/ui/page/Page.tsx'
import { UploadButton } from '../UploadButton.tsx'
import { countFiles, maxWaiting } from './bulk-file.ts'
import { BulkRow } from './BulkRow.tsx'
import { useBulkPictures } from './use-bulk-pictures.ts'
import styles from './bulk-pictures.module.css'

const maxNamed = 3
const fileForms = ['файл', 'файла', 'файлов'] as const
const pictureForms = ['картинку', 'картинки', 'картинок'] as const
const accept = 'image/jpeg,image/png,image/webp,image/gif,image/tiff,image/heic,.zip'

/** Pictures for many goods at once, found by the names of the files. */
export function BulkPicturesScreen() {
  const bulk = useBulkPictures()
  const [place, setPlace] = useState<'last' | 'first'>('last')
  const { files, skipped, leftOut, unread, busy, error } = bulk
  const counts = countFiles(files)
  useUnsaved(() => busy === 'sending' || counts.ready > 0)
  const choosing = busy === 'matching'

  return (
    <Page
      above={
        <Link to="/admin/goods">
          <Icon name="back" size={12} />
          Товары
        </Link>
      }
      title="Картинки пачкой"
      extra={counts.all > 0 && <span className="dim nowrap">{withCount(counts.all, fileForms)}</span>}
      actions={
        busy === 'sending' ? (
          <Button onClick={bulk.stop}>Остановить</Button>
        ) : (
          <Button
            variant="primary"
            disabled={counts.ready === 0 || choosing}
            onClick={() => void bulk.send(place === 'first')}
          >
            {counts.ready === 0 ? 'Загрузить' : `Загрузить ${withCount(counts.ready, pictureForms)}`}
          </Button>
        )
      }
    >
      {error && (
        <Note tone="bad" role="alert">
          {error.message}
          {counts.done > 0 && `. Уже загружено: ${counts.done}`}
        </Note>
      )}
      {leftOut > 0 && (
        <Note tone="warn" role="status">
          Не вошло в список: {withCount(leftOut, fileForms)}. Больше {quantity(maxWaiting)} за раз не берём: загрузите
          эти и выберите ту же папку ещё раз
        </Note>
      )}
      {unread.length > 0 && (
        <Note tone="warn" role="status">
          Не прочитаны из архива, повреждены или больше 20 МБ: {listPhrases(unread, maxNamed)}
        </Note>
      )}
      <Card
        title="Файлы"
        extra={
          <span className={styles.choose}>
            <UploadButton
              label="Выбрать картинки или ZIP"
              accept={accept}
              busy={choosing}
              onFiles={(chosen) => void bulk.choose(chosen)}
            />
            <UploadButton
              label="Выбрать папку"
              accept=""
              folder
              busy={choosing}
              onFiles={(chosen) => void bulk.choose(chosen)}
            />
          </span>
        }
      >
        {counts.all > 0 && (
          <div className={styles.summary}>
            <span role="status">{describeCounts(counts, skipped)}</span>
            <span className="grow" />
            <Segments
              label="Куда поставить"
              options={[
                { value: 'last', label: 'После имеющихся' },
                { value: 'first', label: 'Первыми' },
              ]}
              value={place}
              onChange={setPlace}
            />
          </div>
        )}
        {counts.all === 0 ? (
          <EmptyState title={skipped > 0 ? 'Картинок среди файлов нет' : 'Выберите файлы, папку или архив'}>
            Имя файла – артикул, код 1С или штрихкод товара. Вторая и следующие картинки – с номером в конце:
            ДР-12_2.jpg. Подойдут JPG, PNG, WEBP, HEIC до 20 МБ и ZIP с ними
          </EmptyState>
        ) : (
          <ul className={styles.rows} aria-label="Файлы">
            {files.map((file) => (
              <BulkRow
                key={file.key}
                file={file}
                locked={busy === 'sending' || file.state === 'done'}
                onPick={bulk.pickGood}
                onRemove={bulk.remove}
              />
            ))}
          </ul>
        )}
      </Card>
    </Page>
  )
}

function describeCounts(counts: ReturnType<typeof countFiles>, skipped: number): string {
  const parts = [
    [counts.done, 'загружено'],
    [counts.ready - counts.failed, 'готово к загрузке'],
    [counts.ambiguous, 'подходит нескольким товарам'],
    [counts.unknown, 'товар не найден'],
    [counts.failed, 'с ошибкой'],
    [skipped, 'не картинки, пропущено'],
  ] as const
  return parts.flatMap(([count, text]) => (count > 0 ? [`${text}: ${count}`] : [])).join(' · ')
}
