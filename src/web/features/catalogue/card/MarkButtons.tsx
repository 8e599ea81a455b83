import type { ProductCard } from '#shared/api/catalogue.ts'
import { Button } from '#web/ui/Button.tsx'
import { useMark, useWatch } from './use-marks.ts'

/** 'В избранное' and 'В потребности', each told and taken back by the same button. */
export function MarkButtons({ card }: { card: ProductCard }) {
  const wish = useMark(card.id, 'inwish')
  const need = useMark(card.id, 'inneed')
  return (
    <>
      <Button icon="star" data-on={card.inwish || undefined} title={card.inwish ? 'Убрать из избранного' : undefined} onClick={() => wish.mutate(!card.inwish)}>
        {card.inwish ? 'В избранном' : 'В избранное'}
      </Button>
      <Button icon="clock" data-on={card.inneed || undefined} title={card.inneed ? 'Убрать из потребностей' : undefined} onClick={() => need.mutate(!card.inneed)}>
        {card.inneed ? 'В потребностях' : 'В потребности'}
      </Button>
    </>
  )
}

/** Where nothing can be ordered: the promise to tell when it can. */
export function WatchButton({ id }: { id: number }) {
  const { known, watched, toggle } = useWatch(id)
  return (
    <Button small icon="bell" data-on={watched || undefined} disabled={!known} title={watched ? 'Не сообщать' : undefined} onClick={() => toggle.mutate(!watched)}>
      {watched ? 'Сообщим о поступлении' : 'Сообщить о поступлении'}
    </Button>
  )
}
