/** What the bench uses of autocannon, which brings no types. */
declare module 'autocannon' {
  type Request = { method?: string; path?: string; headers?: Record<string, string>; body?: string }
  type Options = { url: string; connections: number; duration: number; requests: { setupRequest: (request: Request) => Request }[] }
  type Instance = { on: (event: 'response', heard: (client: unknown, status: number, bytes: number, milliseconds: number) => void) => void }
  export default function autocannon(options: Options, done: (error: Error | null) => void): Instance
}
