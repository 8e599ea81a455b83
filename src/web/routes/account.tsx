import { createFileRoute } from '@tanstack/react-router'
import { AccountScreen } from '#web/common/account/AccountScreen.tsx'
import { noticesQuery } from '#web/common/account/use-notices.ts'
import { ownSessionsQuery } from '#web/common/account/use-own-sessions.ts'
import { ownSignInsQuery } from '#web/common/account/use-sign-ins.ts'
import { useMe } from '#web/common/session/use-session.ts'

/** Of buyers and staff alike. */
export const Route = createFileRoute('/account')({
  loader: ({ context: { queries, me } }) => {
    if (!me) return
    void queries.prefetchQuery(noticesQuery)
    void queries.prefetchQuery(ownSessionsQuery)
    void queries.prefetchInfiniteQuery(ownSignInsQuery)
  },
  component: Account,
})

function Account() {
  const me = useMe()
  return me && <AccountScreen me={me} />
}
