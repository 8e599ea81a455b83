let live = false

/** Whether this window receives changes through the stream. */
export function setLive(next: boolean): void {
  live = next
}

/** For `refetchInterval` of data that is also announced; long while the stream is live. */
export function pollEvery(ms: number, { live: liveMs = 300_000 }: { live?: number } = {}): () => number {
  return () => (live ? liveMs : ms)
}
