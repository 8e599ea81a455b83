import { useState } from 'react'
import type { PriceListFile } from '#shared/api/price-lists.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { LoadError } from '#web/ui/page/EmptyState.tsx'
import { FileProgress } from '#web/ui/files/FileProgress.tsx'
import { fileSize, shortDateTime } from '#web/ui/format.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Card, CardBody } from '#web/ui/page/Page.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { isUnfinished, type OrderPriceList, type useFiles } from './use-price-lists.ts'
import styles from './price-lists.module.css'

const initialCount = 5

type FilesProps = { files: ReturnType<typeof useFiles>; order: OrderPriceList }

/** Recent price lists: in progress, ready, or failed. */
export function Files({ files: { data, error, refetch }, order }: FilesProps) {
  const [all, setAll] = useState(false)
  const rows = all ? data : data?.slice(0, initialCount)
  return (
    <Card title="Последние файлы" extra={<span className="small dim">хранятся 3 дня</span>}>
      {!rows ? (
        <CardBody>
          {error ? <LoadError error={error} onRetry={() => void refetch()} /> : <Skeleton width="100%" height={84} />}
        </CardBody>
      ) : rows.length === 0 ? (
        <CardBody>
          <p className="muted">Готовых прайс-листов пока нет. Выберите категории и нажмите «Скачать XLSX»</p>
        </CardBody>
      ) : (
        <ul className={styles.items} aria-label="Последние файлы">
          {rows.map((file) => (
            <FileRow key={file.id} file={file} order={order} />
          ))}
        </ul>
      )}
      {data && data.length > initialCount && (
        <div className={styles.more}>
          <Button small variant="plain" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Только последние' : `Показать все ${data.length}`}
          </Button>
        </div>
      )}
    </Card>
  )
}

function FileRow({ file, order }: { file: PriceListFile; order: OrderPriceList }) {
  const { name, link, state, size, created_at: createdAt, contract, categories, available } = file
  return (
    <li className={styles.file}>
      <span className={styles.name} title={name}>
        {name}
      </span>
      <span className="small dim nowrap">
        {shortDateTime(createdAt)}
        {size !== null && ` · ${fileSize(size)}`}
      </span>
      <span className={styles.action}>
        {isUnfinished(file) ? (
          <FileProgress file={file} />
        ) : state === 'ready' ? (
          <a className={buttonClass({ small: true })} href={link} download aria-label={`Скачать ${name}`}>
            <Icon name="download" />
            Скачать
          </a>
        ) : (
          <>
            <Tag tone="bad">Не получился</Tag>
            <Button
              small
              disabled={order.isPending}
              aria-label={`Повторить ${name}`}
              onClick={() => order.mutate({ contract, categories, available })}
            >
              Повторить
            </Button>
          </>
        )}
      </span>
    </li>
  )
}
