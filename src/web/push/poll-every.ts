let live = false

/** Whether this window receives changes through the stream. */
export function setLive(next: boolean): void {
  live = next
}

/** For `refetchInterval`: how often to ask for what is announced, too; rarely while announcements come. */
export function pollEvery(ms: number, { live: liveMs = 300_000 }: { live?: number } = {}): () => number {
  return () => (live ? liveMs : ms)
}
