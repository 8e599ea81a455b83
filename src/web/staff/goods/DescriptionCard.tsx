import { DescriptionFields } from '#web/parts/descriptions/DescriptionFields.tsx'
import type { DescriptionDraft } from '#web/parts/descriptions/description-draft.ts'
import { Card, CardBody } from '#web/ui/page/Page.tsx'

type DescriptionProps = {
  draft: DescriptionDraft
  exchangeText: string
  error: string | undefined
  onChange: (draft: DescriptionDraft) => void
}

/** The text on the tab 'Описание' of the card, and in price lists as XML. */
export function DescriptionCard({ draft, exchangeText, error, onChange }: DescriptionProps) {
  return (
    <Card title="Описание">
      <CardBody>
        <DescriptionFields
          label="Текст для покупателя"
          draft={draft}
          exchangeText={exchangeText}
          noneText="В карточке товара описания не будет."
          error={error}
          onChange={onChange}
        />
      </CardBody>
    </Card>
  )
}
