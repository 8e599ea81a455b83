import { createFileRoute } from '@tanstack/react-router'
import { ChatScreen } from '#web/buyer/chat/ChatScreen.tsx'
import { RightGate } from '#web/common/session/RightGate.tsx'

export const Route = createFileRoute('/_buyer/(pages)/chat')({ component: Chat })

function Chat() {
  return <RightGate right="chat.use">{(me) => <ChatScreen me={me} />}</RightGate>
}
