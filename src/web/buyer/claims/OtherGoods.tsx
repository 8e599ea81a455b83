import { useEffect, useId, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { simpleSearch } from '#shared/api/search.ts'
import { complaintSearchFromCharacters } from '#shared/constants.ts'
import { isComplaintQuantity } from '#shared/rules/aftersale/claims.ts'
import { call } from '#web/api/client.ts'
import { Picture } from '#web/parts/goods/Picture.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import type { OtherGood, OtherGoodsDraft } from './use-other-goods.ts'
import styles from './claims.module.css'

const validationDelayMs = 300

/** Delivered goods that were not ordered: a search, and the chosen goods with quantities [S.14] [V.16]. */
export function OtherGoods({ draft }: { draft: OtherGoodsDraft }) {
  const [keyword, setKeyword] = useState('')
  const fieldId = useId()
  const query = keyword.trim()
  const { data } = useQuery({
    queryKey: ['claims', 'others', query],
    queryFn: ({ signal }) => call(simpleSearch, { keyword: query, simple: 1 }, { signal }),
    enabled: query.length >= complaintSearchFromCharacters,
    staleTime: 60_000,
  })
  const found = (data?.goods.slice(0, 8) ?? []) as OtherGood[]

  function add(good: OtherGood) {
    draft.add(good)
    setKeyword('')
  }

  return (
    <section className={styles.others} aria-label="Товары не из заказа">
      <label htmlFor={`${fieldId}-field`}>Пришёл товар не из заказа</label>
      <input
        id={`${fieldId}-field`}
        type="search"
        autoComplete="off"
        placeholder="Артикул или название, от 2 знаков"
        value={keyword}
        maxLength={100}
        onChange={({ currentTarget }) => setKeyword(currentTarget.value)}
      />
      {query.length >= complaintSearchFromCharacters && (
        <ul aria-label="Найденные товары">
          {found.map((good) => (
            <li key={good.id}>
              <button type="button" onClick={() => add(good)}>
                <Picture id={good.picture} type={good.picturetype} />
                <span className="clip">{good.header}</span>
                <small className="dim nowrap">{good.articul}</small>
              </button>
            </li>
          ))}
          {data && found.length === 0 && <li className="small dim">Ничего не нашлось: проверьте артикул</li>}
        </ul>
      )}
      {draft.hasFailed && (
        <p className="row" role="alert">
          Не все отложенные товары загрузились <Button onClick={draft.reload}>Повторить</Button>
        </p>
      )}
      {draft.goods.map((good) => (
        <div key={good.id} className={styles.line} data-other>
          <Picture id={good.picture} type={good.picturetype} />
          <span>
            {good.header}
            <br />
            <small className="dim">{good.articul}</small>
          </span>
          <ComplaintQuantity
            label={`Количество ${good.articul}`}
            text={draft.quantities[String(good.id)] ?? ''}
            onChange={(text) => draft.setQuantity(good.id, text)}
          />
          <IconButton icon="trash" label={`Убрать ${good.articul}`} onClick={() => draft.remove(good.id)} />
        </div>
      ))}
    </section>
  )
}

/** Validated shortly after typing; anything but a whole number from 1 turns red. */
function ComplaintQuantity({
  label,
  text,
  onChange,
}: {
  label: string
  text: string
  onChange: (text: string) => void
}) {
  const [checked, setChecked] = useState(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    timer.current = setTimeout(() => setChecked(text), validationDelayMs)
    return () => clearTimeout(timer.current)
  }, [text])
  const isInvalid = !isComplaintQuantity(checked)
  return (
    <input
      className={styles.quantity}
      inputMode="numeric"
      aria-label={label}
      aria-invalid={isInvalid}
      data-invalid={isInvalid || undefined}
      value={text}
      maxLength={9}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
