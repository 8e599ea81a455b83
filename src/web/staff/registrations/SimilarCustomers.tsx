import type { Registration, RegistrationLikeness } from '#shared/api/staff/registrations.ts'
import { Button } from '#web/ui/Button.tsx'
import { money } from '#web/ui/format.ts'
import { Note } from '#web/ui/Note.tsx'
import { matchText } from './texts.ts'

const from1c = 'Есть в 1С, на портале ещё не был.'
const similar = 'Похоже на действующего покупателя.'

type SimilarProps = {
  request: Registration
  /** The organisation that the request will join. */
  joinedId: number | undefined
  onJoin: (likeness: RegistrationLikeness) => void
}

/** Existing customers that may be the applicant: the request can join one instead of creating a new one. */
export function SimilarCustomers({ request, joinedId, onJoin }: SimilarProps) {
  return request.likenesses.map((likeness) => {
    const { organisation, contragent, by, contracts, manager, debt, without_accounts: isFrom1c } = likeness
    const isJoined = joinedId === organisation.id
    const facts = [
      contracts.length > 0 && `договор ${contracts[0]?.header ?? ''}`,
      manager && `менеджер ${manager}`,
      debt > 0 ? `долг ${money(debt)}` : 'долга нет',
    ].filter(Boolean)
    return (
      <Note
        key={contragent.id}
        tone="warn"
        action={
          <Button small disabled={isJoined} onClick={() => onJoin(likeness)}>
            {isJoined ? 'Присоединяем' : 'Присоединить'}
          </Button>
        }
      >
        <b className="bold">{isFrom1c ? from1c : similar}</b>{' '}
        {`${matchText(by)} у ${contragent.company}: ${facts.join(', ')}.`}
      </Note>
    )
  })
}
