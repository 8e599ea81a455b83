import { keepConnected, maxSilentMs, type Signal } from './keep-connected.ts'

type Message = Signal | { kind: 'hello' }

const checkMs = 10_000
/** A leader silent for this long is frozen; a visible window takes over. */
const maxFrozenMs = 3 * maxSilentMs

/**
 * Delivers the account's signals to all windows of the browser through one stream, because browsers open only six
 * connections per server. The window that holds the lock reads the stream and broadcasts to the others. Returns a
 * function that leaves.
 */
export function shareStream(account: number, onSignal: (signal: Signal) => void): () => void {
  // Browsers offer locks only over https and on localhost.
  if (!('locks' in navigator)) return whileVisible(() => keepConnected(onSignal))
  const name = `events of account ${account}`
  const channel = new BroadcastChannel(name)
  const closing = new AbortController()
  let waiting = new AbortController()
  let lead: { live: boolean; disconnect: () => void } | undefined
  let lastMessageMs = performance.now()

  // oxlint-disable-next-line require-post-message-target-origin -- a channel has none, it is of one origin
  const broadcast = (message: Message) => channel.postMessage(message)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind !== 'hello') {
      lastMessageMs = performance.now()
      onSignal(data)
    } else if (lead) broadcast({ kind: 'live', live: lead.live })
  })
  broadcast({ kind: 'hello' })
  wait()

  const check = setInterval(() => {
    if (lead) return
    const silentMs = performance.now() - lastMessageMs
    if (silentMs > maxSilentMs) onSignal({ kind: 'live', live: false })
    if (silentMs > maxFrozenMs && document.visibilityState === 'visible') takeOver()
  }, checkMs)

  function wait(): void {
    waiting = new AbortController()
    request({ signal: waiting.signal })
  }

  function takeOver(): void {
    waiting.abort()
    lastMessageMs = performance.now()
    request({ steal: true })
  }

  /** Leads while it holds the lock; a window that loses it waits again. */
  function request(options: LockOptions): void {
    let wasLeader = false
    const leadUntilClosed = () => {
      wasLeader = true
      return new Promise<void>(begin)
    }
    navigator.locks.request(name, options, leadUntilClosed).catch(() => {
      if (!wasLeader || closing.signal.aborted) return
      end()
      wait()
    })
  }

  function begin(release: () => void): void {
    if (closing.signal.aborted) return release()
    closing.signal.addEventListener('abort', release)
    const disconnect = keepConnected((signal) => {
      if (lead && signal.kind === 'live') lead.live = signal.live
      broadcast(signal)
      onSignal(signal)
    })
    lead = { live: false, disconnect }
  }

  function end(): void {
    lead?.disconnect()
    lead = undefined
  }

  return () => {
    clearInterval(check)
    end()
    closing.abort()
    waiting.abort()
    channel.close()
  }
}

/** Without locks each visible window has its own stream. */
function whileVisible(connect: () => () => void): () => void {
  let disconnect: (() => void) | undefined
  function checkLeader(): void {
    const isVisible = document.visibilityState === 'visible'
    if (isVisible) disconnect ??= connect()
    else {
      disconnect?.()
      disconnect = undefined
    }
  }
  checkLeader()
  document.addEventListener('visibilitychange', checkLeader)
  return () => {
    document.removeEventListener('visibilitychange', checkLeader)
    disconnect?.()
  }
}
