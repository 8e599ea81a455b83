import { Link } from '@tanstack/react-router'
import { memo, useCallback } from 'react'
import { IconButton } from '#web/ui/Button.tsx'
import { BarSelect } from '#web/ui/forms/Field.tsx'
import { fileSize } from '#web/ui/format.ts'
import { Tag } from '#web/ui/Tag.tsx'
import type { BulkFile } from './bulk-file.ts'
import styles from './bulk-pictures.module.css'

type RowProps = {
  file: BulkFile
  /** It is being sent, or has been. */
  locked: boolean
  onPick: (key: string, goodId: number | undefined) => void
  onRemove: (key: string) => void
}

/** A file, the good it is for, and how far it is. */
export const BulkRow = memo(function BulkRow({ file, locked, onPick, onRemove }: RowProps) {
  const { key, name, goods, goodId, error } = file
  return (
    <li>
      <Preview file={file.file} />
      <div className={styles.name}>
        <span>{name}</span>
        <span className="small dim">{fileSize(file.file.size)}</span>
      </div>
      <div className={styles.good}>
        {goods.length > 1 ? (
          <BarSelect
            label={`Товар для ${name}`}
            disabled={locked}
            options={[
              { value: '', label: 'Выберите товар' },
              ...goods.map(({ id, articul, header }) => ({ value: String(id), label: `${articul} · ${header}` })),
            ]}
            value={String(goodId ?? '')}
            onChange={({ currentTarget }) => onPick(key, Number(currentTarget.value) || undefined)}
          />
        ) : (
          goods.map(({ id, articul, header }) => (
            <Link key={id} to="/admin/goods/$id" params={{ id: String(id) }} target="_blank">
              {articul} · {header}
            </Link>
          ))
        )}
        {goods.length === 0 && (
          <span className="small dim">Артикула, кода 1С или штрихкода с таким именем нет: переименуйте файл</span>
        )}
        {error !== undefined && (
          <span className="small bad" role="alert">
            {error}
          </span>
        )}
      </div>
      <State file={file} />
      <IconButton small icon="close" label={`Убрать: ${name}`} disabled={locked} onClick={() => onRemove(key)} />
    </li>
  )
})

function State({ file: { goods, goodId, state } }: { file: BulkFile }) {
  if (goods.length === 0) return <Tag tone="warn">товар не найден</Tag>
  if (goodId === undefined) return <Tag tone="warn">выберите товар</Tag>
  if (state === 'done') return <Tag tone="ok">загружена</Tag>
  if (state === 'failed') return <Tag tone="bad">не загружена</Tag>
  return state === 'sending' ? <Tag tone="info">загружается</Tag> : <Tag>готова</Tag>
}

/** Decoded only while it is on the screen. */
function Preview({ file }: { file: File }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(file)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )
  return <img ref={show} width={40} height={40} loading="lazy" decoding="async" alt="" />
}
