import type { ProductCard } from '#shared/api/catalogue.ts'
import { Button } from '#web/ui/Button.tsx'
import { useMark, useWatch } from './use-marks.ts'

/** 'В избранное' and 'В потребности': each button toggles its mark. */
export function MarkButtons({ card }: { card: ProductCard }) {
  const favourite = useMark(card.id, 'inwish')
  const need = useMark(card.id, 'inneed')
  return (
    <>
      <Button
        icon="star"
        data-on={card.inwish || undefined}
        title={card.inwish ? 'Убрать из избранного' : undefined}
        onClick={() => favourite.mutate(!card.inwish)}
      >
        {card.inwish ? 'В избранном' : 'В избранное'}
      </Button>
      <Button
        icon="clock"
        data-on={card.inneed || undefined}
        title={card.inneed ? 'Убрать из потребностей' : undefined}
        onClick={() => need.mutate(!card.inneed)}
      >
        {card.inneed ? 'В потребностях' : 'В потребности'}
      </Button>
    </>
  )
}

/** Shown when nothing can be ordered: subscribe to the arrival of the product. */
export function WatchButton({ id }: { id: number }) {
  const { known, watched, toggle } = useWatch(id)
  return (
    <Button
      small
      icon="bell"
      data-on={watched || undefined}
      disabled={!known}
      title={watched ? 'Не сообщать' : undefined}
      onClick={() => toggle.mutate(!watched)}
    >
      {watched ? 'Сообщим о поступлении' : 'Сообщить о поступлении'}
    </Button>
  )
}
